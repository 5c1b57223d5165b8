"""The shapes of proof, one folder each. A new shape is one new folder and one line in `exact/shape.py`."""
