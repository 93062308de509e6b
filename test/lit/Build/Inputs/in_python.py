def fetch(text, *, times=2):
    return [eval(text) for _ in range(times)]


def evaluate(text):
    return eval(text)


def compiled(eval):
    return eval("its own")


def around():
    x = 1
    return lambda text: exec(text, {"x": x})
