"""The books of the card room: sums of gambling days, reports, and the bands of honest results.

Everything here is computed from rows of the ledger; nothing reads a database or a clock::

    sums          what a table did in a gambling day, and how days are added
    fold          the movements of a day as its sums
    band          what a report has to know of a game, expected win, the band of honest results, and a
                  table day by day against it
    payout_limit  the aggregate payout limit that a table may post
    report        the master games report and the collection fee report
"""
