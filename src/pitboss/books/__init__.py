"""The books of the card room: sums of gambling days, reports, and the bands of honest results.

Everything here is computed from rows of the ledger; nothing reads a database or a clock::

    sums          the sums of a table's gambling day, and how days are added
    fold          the movements of a day as its sums
    band          the figures of a game that a report needs, expected win, the band of honest results, and a
                  table day by day against it
    payout_limit  the aggregate payout limit that a table may post
    report        the master games report and the collection fee report
"""
