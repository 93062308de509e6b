"""Numbers that floating types do not hold: refused where an element would be written, infinite where one is computed."""
import torch
import torch.nn.functional as F
def show(n, f):
    try: r = f(); print(n, r.dtype, r.flatten()[:4].tolist())
    except Exception as e: print(n, type(e).__name__, str(e)[:100])
for dt in (torch.float16, torch.bfloat16, torch.float32):
    for v in (70000.0, 65504.0, 65519.9, 65520.0, 65535., -1e9, 1e10, float("inf"), float("nan"), 3.4e38, 3.395e38, 70000, 10**20) + ((1e39,) if dt == torch.float32 else ()):
        x = torch.ones(2).to(dt); i0 = torch.tensor([0])
        for n, f in {"mf": lambda: x.masked_fill(x > 0, v), "mf_": lambda: x.clone().masked_fill_(x > 0, v), "full": lambda: torch.full((2,), v, dtype=dt), "fl": lambda: torch.full_like(x, v), "fill": lambda: x.clone().fill_(v), "cmin": lambda: x.clamp(min=v), "cmax": lambda: x.clamp(max=v), "scat": lambda: x.scatter(0, i0, v), "ifill": lambda: x.index_fill(0, i0, v), "add": lambda: x + v, "adda": lambda: torch.add(x, x, alpha=v), "mul": lambda: x * v, "div": lambda: x / v, "eq": lambda: x == v, "lt": lambda: x < v, "where": lambda: torch.where(x > 0, x, v), "ht": lambda: F.hardtanh(x, -abs(v), abs(v)) if v == v else x, "thr": lambda: F.threshold(x, v, v), "pad": lambda: F.pad(x, (1, 1), value=v), "set": lambda: x.clone().__setitem__(0, v) or x, "tens": lambda: torch.tensor([v], dtype=dt), "newt": lambda: x.new_tensor([v]), "newf": lambda: x.new_full((2,), v), "tri": lambda: torch.full((2, 2), v, dtype=dt).triu(1), "pow": lambda: x ** v, "nan": lambda: torch.nan_to_num(x, v), "ac": lambda: torch.addcmul(x, x, x, value=v), "t64": lambda: x + torch.tensor(v), "mm": lambda: torch.addmm(x[None], x[None], torch.ones(2, 2).to(dt), beta=v), "mod": lambda: x % v, "max": lambda: torch.maximum(x, torch.tensor(v)), "soft": lambda: F.softshrink(x, float(abs(v))), "to": lambda: torch.tensor([v], dtype=torch.float64).to(dt), "ar": lambda: torch.arange(0, v, v/2, dtype=dt) if v == v and v not in (float("inf"),) else x, "lin": lambda: torch.linspace(0, v, 3, dtype=dt), "unif": lambda: x.clone().uniform_(-v, v), "norm": lambda: x.clone().normal_(0, v)}.items():
            if n in ("unif", "norm") and True:
                try: f(); print(dt, v, n, "ok")
                except Exception as e: print(dt, v, n, type(e).__name__, str(e)[:100])
            else: show(f"{dt} {v} {n}", f)
