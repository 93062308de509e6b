"""Exceptions raised, caught, chained; `finally` and `with`."""


class Problem(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Guard:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.log.append(kind is not None)
        return kind is Problem


def check(i):
    if i % 3 == 0:
        raise Problem(i)
    if i % 7 == 0:
        raise KeyError(i)
    return i


def work(count=60000):
    total, log = 0, []
    for i in range(count):
        try:
            total += check(i)
        except Problem as problem:
            total += problem.code % 5
        except (KeyError, ValueError):
            total += 1
        finally:
            total += 1
        if i % 4 == 0:
            with Guard(log):
                check(i * 3)
        if i % 10 == 0:
            try:
                try:
                    {}[i]
                except KeyError as error:
                    raise RuntimeError("no key") from error
            except RuntimeError as error:
                total += error.__cause__.args[0] % 3
    return total, sum(log)
