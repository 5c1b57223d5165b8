"""The rule catalogue: every rule of the source documents, numbered, with the readings we chose.

One TOML file per family of rules, in our own words. A reading is our decision where a document is silent or contradicts
itself. A rule with the basis ``reading`` is entirely our decision; one with the basis ``external`` comes from the
regulation it cites, not from the documents.

>>> print(rule("S4-7").text)
Ante Bonus (straight flush or better) is paid on the Ante even when the player loses to the dealer.
>>> rule("S4-7").readings
('Not when he folds.',)
"""

from pitboss.rules.catalogue import Family, Rule, RuleError, catalogue, families, rule

__all__ = ["Family", "Rule", "RuleError", "catalogue", "families", "rule"]
