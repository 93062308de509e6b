"""Indices that are arrays and scalars of numpy, of every type, alone and in lists; indices into dimensions without elements."""
import warnings

import numpy as np
import torch
t = torch.arange(12).reshape(3, 4)


def put(v, key, x):
    v = v.clone()
    v[key] = x
    return v


warnings.simplefilter("ignore")


def show(name, f):
    try:
        r = f()
        print(name, tuple(r.shape) if isinstance(r, torch.Tensor) else r, r.tolist() if isinstance(r, torch.Tensor) else "")
    except Exception as e:
        print(name, type(e).__name__, str(e))
for d in ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "float32", "float64", "float16", "complex64"]:
    a = np.array([0, 1], dtype=d)
    show("1d " + d, lambda: t[a])
    show("tuple " + d, lambda: t[a, a])
    show("rows " + d, lambda: t[:, a])
    show("0d " + d, lambda: t[np.array(1, dtype=d)])
    show("2d " + d, lambda: t[np.array([[0, 1], [1, 0]], dtype=d)])
    show("empty " + d, lambda: t[np.array([], dtype=d)])
    show("scalar " + d, lambda: t[np.dtype(d).type(1)])
    show("scalar2 " + d, lambda: t[0, np.dtype(d).type(1)])
    show("list " + d, lambda: t[[np.dtype(d).type(0), np.dtype(d).type(1)]])
    show("list of arrays " + d, lambda: t[[a, a]])
    show("tuple of list " + d, lambda: t[[np.dtype(d).type(0), np.dtype(d).type(1)], 0])
    show("empty2 " + d, lambda: t[np.zeros((0, 3), dtype=d)])
    show("put " + d, lambda: put(t, a, 9))
    show("put scalar " + d, lambda: put(t, np.dtype(d).type(1), 9))
m = np.array([[True, False, True, False]] * 3)
show("mask2", lambda: t[m])
show("mask3", lambda: t[np.array([True, False, True])])
show("mask4", lambda: t[np.array([True, False])])
show("cols", lambda: t[:, np.array([True, False, True, True])])
show("f", lambda: t[[1.5]])
show("f2", lambda: t[[1.0, 2]])
show("fl", lambda: t[[]])
show("mix", lambda: t[[True, 2]])
show("nested", lambda: t[[[0, 1], [1, 2]]])
show("nested empty", lambda: t[[[]]])
show("cplx", lambda: t[[1j]])
show("str", lambda: t["ab"])
show("strl", lambda: t[["ab"]])
show("none", lambda: t[[None]])
show("range", lambda: t[range(2)])
show("tup", lambda: t[(0, 1), ])
show("float", lambda: t[1.0])
show("npstr", lambda: t[np.str_("a")])
show("tf", lambda: t[torch.tensor([1.0])])
show("ti8", lambda: t[torch.tensor([1], dtype=torch.int8)])
show("0df", lambda: t[torch.tensor(1.0)])
show("obj", lambda: t[object()])
show("dict", lambda: t[{}])
show("set", lambda: t[{1}])
z = torch.zeros(0, 3)
show("z0", lambda: z[0])
show("z1", lambda: z[torch.tensor([0])])
show("z2", lambda: z[[0]])
show("z3", lambda: z[:, 5])
show("z4", lambda: z[torch.tensor([], dtype=torch.long)])
show("z5", lambda: z[torch.zeros(0, dtype=torch.bool)])
show("z6", lambda: z[torch.tensor([True])])
show("z7", lambda: z[0, 0])
show("z8", lambda: z[-1])
show("z9", lambda: z[0, torch.tensor([1])])
show("z21", lambda: z.index_select(0, torch.tensor([0])))
show("z22", lambda: z.gather(0, torch.zeros(1, 3, dtype=torch.long)))
show("z23", lambda: torch.zeros(3, 0).gather(1, torch.zeros(3, 1, dtype=torch.long)))
show("z24", lambda: z.take(torch.tensor([0])))
show("z25", lambda: torch.empty(0, 3).max(0))
show("z26", lambda: z.select(0, 0))
show("z27", lambda: z.argmax(0))
show("z28", lambda: z.argmax())
show("z29", lambda: z.min())
show("z30", lambda: z.median())
show("z31", lambda: z.narrow(0, 0, 1))
show("z32", lambda: z.sort(0)[0])
show("z33", lambda: z.topk(1, 0))
show("z34", lambda: z.kthvalue(1, 0))
show("z35", lambda: z.mode(0))
show("z36", lambda: z.cummax(0)[0])
