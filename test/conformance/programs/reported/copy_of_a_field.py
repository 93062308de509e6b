"""A deep copy of a dataclass's field, which fails as in CPython."""
# stderr: last line The frames of CPython's copy.py have other lines.
import copy
from dataclasses import dataclass, fields
@dataclass
class A:
    x: int = 1
f = fields(A)[0]
g = copy.deepcopy(f)
print(g.name, g.default)
