# Curves and their places of another rank: a dimension is one of the curve.
import torch
R = lambda *s: torch.arange(float(torch.Size(s).numel())).reshape(s)
for f in (torch.trapezoid, torch.cumulative_trapezoid):
    for y, x, d in ((R(3), R(2, 3), -1),(R(2,3,4),R(3,4),-1),(R(2,3,4),R(3,4),2),(R(2,3,4),R(3,4),1),(R(2,3),R(2,3),0),(R(2,3),R(3),1),(R(2,3),R(4,2,3),-1),(R(2,3),R(4,2,3),1)):
        try: print(f(y,x,dim=d))
        except Exception as e: print(type(e).__name__, str(e)[:100])
