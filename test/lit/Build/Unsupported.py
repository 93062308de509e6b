# RUN: %expect-diagnostics %s -- %janusc %s -o %t.so
def groups(call):
    try:
        call()
    except* ValueError:  # expected-error[J0310]: `except*` is not compiled: exception groups are handled by Python
        pass


def names(a):
    return dir()  # expected-error[J0310]: `dir()` is not compiled: the variables of a function are not kept in a dict


def mine(dir):
    return dir()
