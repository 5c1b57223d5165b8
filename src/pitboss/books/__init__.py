"""The books of the card room: sums of gambling days, reports, and the bands of honest results.

Everything here is computed from rows of the ledger; nothing reads a database or a clock::

    sums          what a table did in a gambling day, and how days are added
    fold          the movements of a day as its sums
    band          what a report has to know of a game, expected win, and the band of honest results
    payout_limit  the aggregate payout limit that a table may post
    report        the master games report and the collection fee report
    timeline      a table day by day against its band
"""
