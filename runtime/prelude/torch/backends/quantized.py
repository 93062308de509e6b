"""Engines for quantised models, of which there are none."""
engine = "none"
supported_engines = []
