# RUN: %expect-diagnostics %s -- %janusc %s -o %t.so
def names(values):
    return [dir() for x in values]  # expected-error[J0310]: `dir()` is not compiled: the variables of a comprehension are not kept in a dict


def mine(dir):
    return [dir() for x in "a"]
