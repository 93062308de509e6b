"""Stands for doctest in the modules under test: their examples were made cases before (harness/examples.py)."""
import unittest

try:
    import examples_of_module
except ImportError:
    examples_of_module = None

module = None

# Flags of doctest's that modules name.
ELLIPSIS = NORMALIZE_WHITESPACE = IGNORE_EXCEPTION_DETAIL = 0


def DocTestSuite(of=None, **options):
    name = getattr(of, "__name__", of) or module.__name__
    if examples_of_module is None:
        return unittest.TestSuite()
    return examples_of_module.suite(name)


def DocFileSuite(*files, **options):
    return unittest.TestSuite()
