"""Backward induction over streets, for the shapes with several decisions (``streets`` and ``board``).

From the last street to the first, every situation gets the sum of what may follow and its best option::

    rows          everything the table can show on a street, and the rows it can follow from
    values        the values of hands for many rows at once, and the facts they give the settlement
    pay           what every commitment is worth under every fact, as integers
    edges         the decisions of a street as arrays for the kernels
    ahead         advice: everything that can follow from one situation
    street_pages  optimal play of all streets as pages for the simulation
"""
