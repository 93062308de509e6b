# numpy's texts and bytes are str and bytes: keys, arguments, comparisons, what takes text.
import collections
import json
import os
import re

import numpy as np

names = np.array(["cat", "dog"])
codes = np.array([b"cat", b"dog"])
places = {name: i for i, name in enumerate(names)}
print(places["cat"], places[names[1]], {code: i for i, code in enumerate(codes)}[b"dog"], {"cat": 7}[names[0]])
print({("cat", 1): "pair"}[(names[0], 1)], sorted({"cat", "bee"} | set(names)), frozenset(names) == frozenset(["dog", "cat"]))
print(collections.Counter([*names, "cat"])["cat"], "cat" in list(names), ["ape", "cat"].index(names[0]), list(names).count("dog"))


class Place:
    pass


place, name, code = Place(), names[0], codes[0]
setattr(place, name, 5)
print(place.cat, getattr(place, name), hasattr(place, names[1]), vars(place))
print(name.upper(), name.title(), name.ljust(5) + "|", name.encode(), code.decode(), name[0], name[1:], len(name), list(name))
print("x".join(names), b"-".join(codes), name in "cathode", "catabc".startswith(name), "a cat".replace(name, "dog"), code in b"cathode")
print(f"{name:>5}|{name!r}|{name}|{code!r}", "{} {:<4}|".format(name, name), "%s-%s" % (name, code), repr([name]))
print(name + "s", "s" + name, name * 2, type(name + "s").__name__, type(str(name)).__name__, type(name).__name__, type(code) is np.bytes_)
print(isinstance(name, str), isinstance(code, bytes), isinstance(name, (int, np.str_)), isinstance(name, bytes), isinstance(name, np.generic))
print(name == "cat", "cat" == name, name != names[1], name < "d", name == b"cat", hash(name) == hash("cat"), hash(code) == hash(b"cat"))
print(sorted(["zebra", *names, "bee"]), max(names), [x == "dog" for x in names], name.dtype, name.item(), name.shape)
print(json.dumps({name: [name, "ape"]}), re.sub(name, "x", "cat cat"), re.match("c(.)t", name).group(1))
print(int(np.str_("12")) + 1, float(np.str_("1.5")), ord(np.str_("a")), os.path.join("a", name), open(np.str_(os.devnull)).read() == "")
print({**{name: 1}}, dict(**{name: 2}), names[names == name].tolist(), np.array([name, "x"]).tolist(), names.tolist())
words = {}
for word in np.array(["b", "a", "b", "\u00fc\u20ac", "a", "b"]):  # keys that the program has, and that it gets
    words[word] = words.get(word, 0) + 1
print(words, words["b"], words["\u00fc\u20ac"], sorted(words, key=words.get))
for wrong in (lambda: name + 1, lambda: name.nothing, lambda: name["a"], lambda: {}[name], lambda: int(name), lambda: setattr(name, "x", 1)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
