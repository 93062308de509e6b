# Attributes of modules that the program asks for again and again, while packages and the program change them.
import math
import types

import numpy as np
import _settings


def read(count):
    return [(_settings.level, _settings.name, _settings.describe(), np.pi > 3) for _ in range(count)][-1]


print(read(5))
_settings.level = 2
print(read(5))
_settings.raise_level()
print(read(5))
original = _settings.describe
_settings.describe = lambda: "replaced"
print(read(3), _settings.describe())
_settings.describe = original
print(read(3), _settings.describe is original, np.sqrt is np.sqrt, np.float64 is np.float64, np.random is np.random)
del _settings.level
try:
    print(_settings.level)
except AttributeError as error:
    print(error)
_settings.raise_level(10)
print(read(2))
for turn in range(40):  # a module that changes all the time
    _settings.raise_level()
    if _settings.level != 11 + turn:
        print("stale at", turn)
print(_settings.level, _settings.computed, _settings.computed, _settings.counted)
_settings.table["key"] = 1
_settings.table = {"key": 2}
print(_settings.table["key"], _settings.give_table())
values = []
for step in range(50):
    values.append(np.sqrt(step) + np.pi - np.e)
    if step == 20:
        kept, np.sqrt = np.sqrt, math.sqrt
    if step == 30:
        np.sqrt = kept
print(round(sum(values), 9), [type(values[i]).__name__ for i in (20, 21, 31)])
made = types.ModuleType("made")
made.value = 1
print(made.value, [getattr(_settings, name) for name in ("level", "name", "level")])
