"""The name under which CPython's modules look for collections.abc, most of them for one name that they seldom need."""


def __getattr__(name):
    import collections.abc
    return getattr(collections.abc, name)
