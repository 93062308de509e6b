# try, except, else, finally; chaining, re-raising, own classes, exits through finally.
class AppError(Exception):
    def __init__(self, code, text="app"):
        super().__init__(text)
        self.code = code


class Special(AppError):
    pass


def risky(n):
    if n == 0:
        raise AppError(7)
    if n == 1:
        raise Special(8, "special")
    if n == 2:
        return {}["key"]
    if n == 3:
        return [][1]
    if n == 4:
        return 1 / 0
    return n


for n in range(6):
    try:
        value = risky(n)
    except Special as error:
        print("special", error.code, error.args)
    except AppError as error:
        print("app", error.code, str(error))
    except (KeyError, IndexError) as error:
        print(type(error).__name__, error)
    except ArithmeticError as error:
        print(repr(error))
    else:
        print("else", value)
    finally:
        print("finally", n)


def exits(how):
    for i in range(3):
        try:
            if how == "return":
                return "returned"
            if how == "break":
                break
            if how == "continue":
                continue
            raise ValueError(how)
        except ValueError as error:
            return f"caught {error}"
        finally:
            print("cleanup", i)
    return "end"


for how in ("return", "break", "continue", "raise"):
    print(exits(how))


def overriding():
    try:
        return "try"
    finally:
        return "finally"


print(overriding())

try:
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise ValueError("outer") from error
except ValueError as error:
    print(repr(error.__cause__), error.__suppress_context__)

try:
    try:
        {}["a"]
    except KeyError:
        raise RuntimeError("while handling")
except RuntimeError as error:
    print(repr(error.__context__), error.__cause__)

try:
    try:
        raise KeyError("again")
    except KeyError:
        raise
except KeyError as error:
    print("reraised", error)

try:
    raise
except RuntimeError as error:
    print(error)
try:
    assert 1 > 2, "not so"
except AssertionError as error:
    print(error)
try:
    raise 3
except TypeError as error:
    print(error)
