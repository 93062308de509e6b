"""Text that graphs write: to sys.stdout by itself, to sys.stderr, with flushes, and where the streams are others."""
# tier2: direct 22
# tier2: errors 22
# tier2: sides 22
# tier2: flushing 22
# tier2: both 22
# tier2: <module>.loop#2.body 3
# stderr: last line e 1.0
import contextlib
import io
import sys
import torch


def direct(x, k):
    sys.stdout.write(f"sum {float(x.sum()):.1f}\n")
    print("k", k, file=sys.stdout)
    print("none", k, file=None, flush=True)
    sys.stdout.flush()
    return x * 2


def errors(x):
    print("e", float(x.sum()), file=sys.stderr)
    sys.stderr.write("")
    sys.stderr.flush()
    return x + 1


def sides(x):
    y = x * 3
    if y.sum() > 12:
        print("large", file=sys.stdout)
    else:
        sys.stdout.write("small " + str(y.shape[0]) + "\n")
    return y


def flushing(x):
    sys.stdout.flush()
    return x - 1


def both(x):
    print("out", float(x.sum()))
    print("err", float(x.sum()), file=sys.stderr)
    return x + 1


def counted(x):
    n = sys.stdout.write("abc\n")
    return x * n, sys.stdout.write(f"{float(x.sum())}\n")


for k in range(22):
    x = torch.ones(2) * (k % 5)
    r = direct(x, k), errors(x), sides(x), flushing(x), both(x), counted(x)
print(r)
out, err = io.StringIO(), io.StringIO()
with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
    for k in range(3):
        x = torch.ones(2) * k
        r = direct(x, k), errors(x), sides(x), both(x)
print(repr(out.getvalue()), repr(err.getvalue()))
sys.stdout = out
sides(torch.ones(2))
sys.stdout = sys.__stdout__
print(out.getvalue().splitlines()[-1])
for k in range(3):
    r = direct(torch.ones(2), k), errors(torch.ones(2) / 2), sides(torch.ones(2))
print(r)
