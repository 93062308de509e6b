# RUN: %expect-diagnostics %s -- %janusc %s -o %t.so
async def fetch(url):  # expected-error[J0310]: `async def` is not compiled: it needs an event loop
    return url


def names(a):
    return dir()  # expected-error[J0310]: `dir()` is not compiled: the variables of a function are not kept in a dict


def mine(dir):
    return dir()
