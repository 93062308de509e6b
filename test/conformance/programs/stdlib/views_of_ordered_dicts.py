from collections import OrderedDict
import torch
d = OrderedDict(a=1, b=2)
print(d.keys(), d.values(), d.items(), type(d.keys()).__name__, type(d.items()).__mro__)
print(d.keys() & {"a"}, sorted(d.keys() | {"z"}), d.keys() - ["a"], d.items() ^ {("a", 1)}, "a" in d.keys(), 2 in d.values(), ("b", 2) in d.items())
print(d.keys() == {"a": 1, "b": 3}.keys(), {"a": 1, "b": 3}.keys() == d.keys(), d.keys() < {"a", "b", "c"}, list(reversed(d.keys())), d.keys().isdisjoint({"c"}), len(d.values()), bool(OrderedDict().items()))
print(isinstance(d.keys(), type({}.keys())), d.keys().mapping)
d["c"] = d.keys
print(list(d), repr(OrderedDict(x=OrderedDict().values())))
class Mine(OrderedDict):
    pass
print(Mine(q=1).items(), Mine(q=1))
print(torch.nn.Linear(1, 1).state_dict().keys(), torch.nn.Linear(2, 1).state_dict().keys() == {"bias", "weight"})
for k, v in d.items():
    print(k, end=" ")
print([k for k in d.keys()], {**d}.keys(), dict(d).items() == d.items())
try:
    hash(d.keys())
except TypeError as error:
    print(error)
