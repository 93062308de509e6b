"""Which classes abstract classes have counted as theirs, by their names: what profiles record, and graphs ask."""

_holds_values = True
answers = {}


def note(abstract, subclass, answer):
    """Two classes of one name may get two answers: then none is noted."""
    key = f"{abstract.__module__}:{abstract.__qualname__} {subclass.__module__}:{subclass.__qualname__}"
    answers[key] = answer if answers.get(key, answer) is answer else None
