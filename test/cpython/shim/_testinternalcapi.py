"""Functions for CPython's own C interface: no other implementation has them."""
raise ImportError("_testinternalcapi is CPython's")
