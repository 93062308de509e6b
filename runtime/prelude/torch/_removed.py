"""Functions that torch has removed: they say what stands in their place, in torch's words."""
__all__ = ["cholesky", "eig", "lstsq", "matrix_rank", "qr", "solve", "symeig"]

_IS_GONE = "This function was deprecated since version 1.9 and is now removed."
_QR = (_IS_GONE + " `torch.qr` is deprecated in favor of `torch.linalg.qr` and the boolean parameter `some` has been replaced "
       "with a string parameter `mode`.\n\n"
       "Q, R = torch.qr(A) should be replaced with:\n"
       "Q, R = torch.linalg.qr(A, mode='reduced')\n\nand\n\n"
       "Q, R = torch.qr(A, some=False) should be replaced with:\n"
       "Q, R = torch.linalg.qr(A, mode='complete')\n\n"
       "Since `some` was set to {some}, use mode='{mode}'.")


def cholesky(input, upper=False, *, out=None):
    raise RuntimeError(f"{_IS_GONE} `torch.cholesky` is deprecated in favor of `torch.linalg.cholesky`.\n"
                       "L = torch.cholesky(A) should be replaced with:\n"
                       "L = torch.linalg.cholesky(A)\n"
                       "U = torch.cholesky(A, upper=True) should be replaced with:\n"
                       "U = torch.linalg.cholesky(A).mH")


def qr(input, some=True, *, out=None):
    raise RuntimeError(_QR.format(some=some, mode="reduced" if some else "complete"))


def solve(input, A, *, out=None):
    raise RuntimeError(f"{_IS_GONE} `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has "
                       "its arguments reversed and does not return the LU factorization.\n\n"
                       "To get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or "
                       "`torch.lu_unpack`.\n"
                       "X = torch.solve(B, A).solution should be replaced with:\n"
                       "X = torch.linalg.solve(A, B)")


def lstsq(input, A, *, out=None):
    raise RuntimeError(f"{_IS_GONE} `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n"
                       "`torch.linalg.lstsq` has reversed arguments and does not return the QR decomposition in the "
                       "returned tuple (although it returns other information about the problem).\n\n"
                       "To get the QR decomposition consider using `torch.linalg.qr`.\n\n"
                       "The returned solution in `torch.lstsq` stored the residuals of the solution in the last m - n "
                       "columns of the returned value whenever m > n. In torch.linalg.lstsq, the residuals are in the "
                       "field 'residuals' of the returned named tuple.\n\n"
                       "The unpacking of the solution, as in\n"
                       "X, _ = torch.lstsq(B, A).solution[:A.size(1)]\n"
                       "should be replaced with:\n"
                       "X = torch.linalg.lstsq(A, B).solution")


def eig(self, eigenvectors=False, *, e=None, v=None):
    raise RuntimeError(f"{_IS_GONE} `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than "
                       "real tensors mimicking complex tensors.\n\n"
                       "L, _ = torch.eig(A) should be replaced with:\n"
                       "L_complex = torch.linalg.eigvals(A)\n\nand\n\n"
                       "L, V = torch.eig(A, eigenvectors=True) should be replaced with:\n"
                       "L_complex, V_complex = torch.linalg.eig(A)")


def symeig(input, eigenvectors=False, upper=True, *, out=None):
    raise RuntimeError(f"{_IS_GONE} The default behavior has changed from using the upper triangular portion of the matrix "
                       "by default to using the lower triangular portion.\n\n"
                       "L, _ = torch.symeig(A, upper=upper) should be replaced with:\n"
                       "L = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\nand\n\n"
                       "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\n"
                       "L, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')")


def matrix_rank(input, tol=None, symmetric=False, *, out=None):
    raise RuntimeError(f"{_IS_GONE}\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter 'symmetric' "
                       "was renamed in `torch.linalg.matrix_rank()` to 'hermitian'.")
