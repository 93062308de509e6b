"""The same of pinv, qr, eigh, svd, solve_triangular and others."""
# float-tolerance: 1e-4
import torch
def t(name, f, *a):
    for i in range(6):
        r = f(*a)
        if i in (0, 5): print(name, i, [[round(v, 4) for v in q.flatten().tolist()] for q in r])
A = torch.tensor([[2., 1.], [0., 4.]])
P = torch.tensor([[4., 2.], [2., 3.]])
W = torch.tensor([[1., 2., 3.], [4., 5., 7.]])
def a1(x): y = torch.inverse(x * 1.0); return y, y + 1.0
def a2(x): y = torch.linalg.pinv(x * 1.0); return y, y + 1.0
def a3(x): q, r = torch.linalg.qr(x * 1.0); return q + 1.0, r + 1.0
def a4(x): y = torch.cholesky(x * 1.0, upper=True); return y, y + 1.0
def a5(x): y = torch.linalg.cholesky(x * 1.0); return y, y + 1.0
def a6(x): w, v = torch.linalg.eigh(x * 1.0); return w + 1.0, (v * v) + 1.0
def a7(x): u, s, v = torch.linalg.svd(x * 1.0); return s + 1.0, u * u + 1.0, v * v + 1.0
def a8(x): y = torch.linalg.solve_triangular(x * 1.0, x * 2.0 + 1.0, upper=True); return y, y + 1.0
def a9(x): y = torch.linalg.matrix_power(x * 1.0, -2); return y, y + 1.0
def b1(x): y = torch.linalg.inv(torch.stack([x, x.T]) * 1.0); return y, y + 1.0
def b2(x): y = (x * 1.0).inverse(); return y.sum(0), y.sum(1), torch.relu(y)
def b3(x):
    p = x.detach().clone().requires_grad_(); 
    y = torch.inverse(p); (y[0] * 3.0).sum().backward(); return [p.grad]
for n, f, x in (("inverse", a1, A), ("pinv", a2, A), ("qr", a3, A), ("cholesky up", a4, P), ("cholesky", a5, P), ("eigh", a6, P), ("svd", a7, W), ("solve_tri", a8, A), ("power -2", a9, A), ("inv batch", b1, A), ("inverse sums", b2, A), ("inverse grad", b3, A)):
    try: t(n, f, x)
    except Exception as e: print(n, type(e), e)
