"""Serving the pages of ``pitboss/web``: modules and style sheets joined into a few files, and the page around them."""
