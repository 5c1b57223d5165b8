"""Mutation testing (``make mutants``): change one thing in the code that moves money, and see whether a test notices.

``mutate`` lists the changes, ``covering`` finds the tests that run each line, ``trial`` tries one change on them in a
forked process, ``campaign`` tries them all within a time limit, and ``state`` remembers the outcomes.
"""
