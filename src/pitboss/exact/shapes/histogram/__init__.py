"""Shape "count": nothing to decide and nobody to beat; one hand counted over all deals."""
