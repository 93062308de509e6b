"""OrderedDict with attributes of its own: they are copied and collected."""
from collections import OrderedDict
import copy
d = OrderedDict(a=1)
d._metadata = {"v": 1}
print(d, d._metadata, d.__dict__)
class E(OrderedDict):
    def __init__(self, *a):
        super().__init__(*a)
        self.extra = 3
e = E({"x": 1})
print(e, e.extra, e.__dict__)
c = copy.copy(d)
print(c, c.__dict__)
c = copy.deepcopy(e)
print(c, c.__dict__, c == e)
import gc
d.me = d
del d
print(gc.collect() > 0)
