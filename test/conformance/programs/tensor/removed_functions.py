"""Functions that torch has removed say what stands in their place."""
import torch
def tr(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
A=torch.eye(2)
tr(torch.cholesky, A); tr(torch.cholesky, A, True)
tr(torch.qr, A); tr(torch.qr, A, False); tr(torch.qr,A,some=False); tr(torch.solve, A, A); tr(torch.lstsq, A, A); tr(torch.eig, A); tr(torch.eig, A, True); tr(torch.symeig, A); tr(torch.matrix_rank, A); tr(torch.qr)
tr(lambda: A.qr()); tr(lambda: A.cholesky()); tr(lambda: A.solve(A)); tr(lambda:A.symeig()); tr(lambda:A.eig()); tr(lambda:A.lstsq(A)); tr(lambda:A.matrix_rank());tr(lambda:A.symeig(eigenvectors=True))
