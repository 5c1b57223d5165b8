"""The books of the card room: sums of gambling days, reports, and the bands of honest results.

Everything here is computed from rows of the ledger; nothing reads a database or a clock::

    sums      what a table did in a gambling day, and how days are added
    fold      the movements of a day as its sums
    figures   what a report has to know of a game: edge, variance, covariance, handed in by whoever can prove it
    band      expected win and the band of honest results
    report    the master games report
    fees      the collection fee report
    timeline  a table day by day against its band
"""
