# RUN: %expect-diagnostics %s -- %janusc %s -o %t.so
async def fetch(url):  # expected-error[J0310]: `async def` is not compiled: it needs an event loop
    return url


def groups(call):
    try:
        call()
    except* ValueError:  # expected-error[J0310]: `except*` is not compiled: exception groups are handled by Python
        pass


def names(a):
    return dir()  # expected-error[J0310]: `dir()` is not compiled: the variables of a function are not kept in a dict


def mine(dir):
    return dir()
