"""What protocol 2 names to make bytes of text."""
from codecs import encode

encode.__module__ = "_codecs"
