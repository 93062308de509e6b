"""The package of CPython's test modules, with a `support` that knows no insides of CPython."""
