"""Shape "stages": cards are revealed street by street, wagers added or taken back, nobody to beat."""
