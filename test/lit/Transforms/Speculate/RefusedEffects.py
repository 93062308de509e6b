# Effects of a step that no graph has, and questions that it cannot answer: it stays generic, with a remark at the place.
# RUN: rm -rf %t && mkdir -p %t && %janusc %s -o %t/p.so --profile-generate=%t/p.json
# RUN: %janus-run %t/p.so
# RUN: %expect-diagnostics %s -- %janusc %s --emit=cpp -o %t/q.cpp -v --message-format=short --profile-use=%t/p.json
import contextlib
import io
import math

import torch


def mode_left(x):
    for i in range(4):  # expected-remark[J0429]: the grad mode is another one behind the region
        x = x * 2
        torch.set_grad_enabled(not torch.is_grad_enabled())


def output_redirected(x):
    for i in range(4):
        x = x * 2
        with contextlib.redirect_stdout(io.StringIO()):  # expected-remark[J0411]: a call of `io.StringIO`
            print(i)


def module_written(x):
    for i in range(4):
        x = x * 2
        math.limit = i  # expected-remark[J0435]: a store to `limit` of


def set_written(x, seen):
    for i in range(4):  # expected-remark[J0435]: a change of the items of
        x = x * 2
        if "a" in seen:
            seen.discard("a")
        else:
            seen.add("a")


def set_in_order(x):
    for i in range(4):
        for k in {i, 9}:  # expected-remark[J0410]: `the order of a set that the region has made`  # expected-remark[J0410]: set_iterator
            x = x * k


def strides_asked(x):
    for i in range(4):
        x = x * x[:, :1].stride(1)  # expected-remark[J0410]: `stride of a dimension of one element, or of unknown strides` is not


ones = torch.ones(2)
mode_left(ones)
output_redirected(ones)
module_written(ones)
set_written(ones, set())
set_in_order(ones)
strides_asked(torch.ones(2, 2))
