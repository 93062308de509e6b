async def fetch(url, *, times=2):
    return await url.get(times)


def evaluate(text):
    return eval(text)


def names(a):
    b = a
    return dir()


def compiled(eval):
    return eval("its own")


def around():
    x = 1
    return lambda text: exec(text, {"x": x})
