import copy


def deep(value):
    return copy.deepcopy(value)


def shallow(value):
    return copy.copy(value)
