"""A lint for both languages: words are for people, and nothing reads a fact back out of them.

Words are the fields ``words``, ``why`` and ``note`` of anything, and the text of an error. They may be shown, joined,
shortened and tested for being empty; they may not be compared, searched, cut up, looked up or parsed.

    python_reads    reads in Python, by the syntax tree
    script_tokens   the tokens of a JavaScript module
    script_reads    reads in JavaScript, by its tokens
    places          every read of the tree, and those that are allowed with the reason
"""
