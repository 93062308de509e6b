"""Texts that a step takes apart, also at separators that CPython refuses."""
import torch
def f(x, text, separator):
    results = []
    for method in ("split", "partition"):
        try:
            results.append(text.split(separator) if method == "split" else text.partition(separator))
        except ValueError as e:
            results.append(str(e))
    return x + 1, results
x = torch.ones(2)
for text, separator in (("abc", ""), ("a.b", "."), ("a.b.", "."), ("", ","), ("a", "a")):
    for i in range(20):
        y, p = f(x, text, separator)
    print(p, y)
