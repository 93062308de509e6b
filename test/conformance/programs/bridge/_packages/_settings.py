level = 1
name = "settings"
table = {}
_count = 0


def describe():
    return f"level {level}"


def raise_level(start=None):
    global level
    level = level + 1 if start is None else start


def give_table():
    return table


def __getattr__(wanted):
    global _count
    if wanted == "computed":
        return 42
    if wanted == "counted":
        _count += 1
        return _count
    raise AttributeError(f"no {wanted} here")
