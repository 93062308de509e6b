"""Types, functions, classes and modules of the library compared by `is`, `==` and as items and keys: under their names and under
others."""
import torch, math
import torch.nn.functional as F
A = {"long": torch.long, "int64": torch.int64, "float": torch.float, "f32": torch.float32, "relu": torch.relu, "Frelu": F.relu, "nnrelu": torch.nn.functional.relu, "cf": torch.contiguous_format, "sqrt": math.sqrt, "int": int, "T": torch.Tensor, "P": torch.nn.Parameter, "L": torch.nn.Linear, "F": F, "torch": torch, "abs": abs, "tabs": torch.abs, "dev": torch.device("cpu"), "print": print, "m": math, "half": torch.half, "f16": torch.float16}
def probe(v):
    return [v is torch.long, v is torch.int64, v is torch.float, v is torch.float32, v is torch.relu, v is F.relu, v is torch.contiguous_format, v is math.sqrt, v is int, v is torch.Tensor, v is torch.nn.Parameter, v is torch.nn.Linear, v is F, v is torch, v is abs, v is torch.abs, v is torch.strided, v is print, v is math, v is torch.half, v is torch.nn.functional, v == torch.long, v == F.relu, v in (torch.long, F.relu), v in {torch.long: 1, F.relu: 2}, v in {torch.float, torch.relu}, [torch.long, abs, F.relu].count(v)]
class H: pass
h = H()
def through(): return probe(h.v)
for name, v in A.items():
    h.v = v
    for i in range(24): r = through()
    s = [i for i, x in enumerate(r) if x]
    for i in range(24): q = probe(v)
    print(name, s, [i for i, x in enumerate(q) if x])
for name, v in list(A.items())[::-1]:
    h.v = v
    print(name, [i for i, x in enumerate(through()) if x])
def values(dtype, k):
    x = torch.arange(4, dtype=torch.float64) * 0.7 + k
    return (x * 3).to(dtype) if dtype is torch.int64 else x.to(dtype)
for dts in ([torch.float32, torch.int64],):
    for k in range(30):
        args = [values(d, k + j) for j, d in enumerate(dts)]
        if k % 7 == 0: print(args)
CASES = [("a", [torch.float32, torch.float32]), ("b", [torch.float32, torch.int64]), ("c", [torch.float64, torch.int64])] * 3
for name, dts in CASES:
    for k in range(5):
        args = [values(d, k + j) for j, d in enumerate(dts)]
        print(name, args)
