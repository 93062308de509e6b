# Roots that stay generic, each with a remark where the reason was met; what a real profile does not lack is taken out of it.
# RUN: rm -rf %t && mkdir -p %t && %janusc %s -o %t/p.so --profile-generate=%t/p.json
# RUN: %janus-run %t/p.so
# RUN: %expect-diagnostics %s -- %janusc %s --emit=cpp -o %t/q.cpp -v --message-format=short --profile-use=%t/p.json
# RUN: %python -c "import re, sys; t = open(sys.argv[1]).read(); t = re.sub(r'\"branches\": \[[^][]*(\[[^]]*\][^][]*)*\]', '\"branches\": []', t); print(t.replace('\"default_factory\"', '\"other\"'))" %t/p.json > %t/edited.json
# RUN: %janusc explain %s --profile-use=%t/edited.json | %FileCheck %s
# CHECK: [J0451] it was not recorded: a profile needs its third entry
# CHECK: remark[J0415]: `two_sided.loop.body` stays generic: a condition on tensor contents that the profile has not seen
# CHECK: remark[J0412]: `unknown_attribute.loop.body` stays generic: the attribute `default_factory` is not known from the profile
import collections
import string

import torch


def unknown_operation(x):
    for i in range(4):
        x = x + {i: 1}.popitem()[0]  # expected-remark[J0410]: `dict.popitem` is not supported in a graph


def unknown_callee(x):
    for i in range(4):
        x = x + len(open("/dev/null").read())  # expected-remark[J0411]: a call of `builtins.open`


def unknown_global(x):
    for i in range(4):
        x = x * len(string.printable)  # expected-remark[J0413]: the global `string.printable` is not known


def unknown_object(x):
    for i in range(4):
        x = x * 2
        text = f"{parameter}"  # expected-remark[J0414]: an object of kind an instance of `torch.nn.parameter.Parameter` as text


def two_sided(x):
    for i in range(4):
        while next(k for k in range(2)) + x.sum() < 4 * i:  # expected-remark[J0416]: `two_sided.loop.body` stays generic: a loop's condition # expected-remark[J0416]: `two_sided.loop#1` stays generic
            x = x + 1


def not_constant(x):
    n = torch.tensor(3)
    for i in range(4):
        y = torch.topk(x.flatten(), n.item() - 1).values  # expected-remark[J0417]: must be known when the graph is made


def raises(x):
    for i in range(4):
        x = x * 2
        if i == 2:
            raise ValueError(i)  # expected-remark[J0418]: the code raises an instance of `builtins.ValueError`


def leaves(x):
    for i in range(4):
        x = x * 2
        if i == 2:
            break  # expected-remark[J0419]: the region is left by `break`


def too_long(x):
    for i in range(3):
        x = x + any(j < 0 for j in range(300000))  # expected-remark[J0420]: more than 200000 operations


def deeper(x, n):
    x.add_(1)  # in the way of a loop over the calls
    return x if n == 0 else deeper(x, n - 1)  # expected-remark[J0421]: calls nested more than 200 deep  # expected-remark[J0437]: whose calls are no loop


def too_deep(x):
    for i in range(4):
        x = deeper(x, 201)


class Box(ValueError):
    pass


def escapes(boxes):
    for i in range(4):  # expected-remark[J0422]: an instance of `__main__:Box` made in the region outlives it
        box = Box()
        box.x = torch.ones(2) * i
        boxes.append(box)


def aliased_write(x):
    y = x[0]
    for i in range(4):
        y.add_(1)
        z = x * 2  # expected-remark[J0423]: a write to a tensor whose other views are not known


def no_rule(x):
    for i in range(4):
        y = torch.geqrf(x.view(1, -1))  # expected-remark[J0424]: no shape rule for


def no_overload(x):
    for i in range(4):
        try:
            torch.relu("a")  # expected-remark[J0425]: no overload of
        except TypeError:
            x = x * 2


def bad_shape(x):
    for i in range(4):
        try:
            x = x + torch.ones(3)  # expected-remark[J0426]: the shapes do not fit
        except RuntimeError:
            x = x * 2


def no_gradient(w):
    h = w * 2
    for i in range(4):
        h.sum().backward(retain_graph=True)  # expected-remark[J0427]: `a history from before the region` has no gradient here


def unknown_attribute(x):
    counts = collections.defaultdict(int)
    for i in range(4):  # expected-remark[J0422]: `unknown_attribute.loop.body` stays generic: a text as a key made in the region outlives it
        counts["a"] += 1
        counts[f"{i}"] += 1
        x = x + counts["a"]


def unknown_effect(x):
    for i in range(4):
        x = setattr(Box, "__doc__", i) or x + 1  # expected-remark[J0435]: a store to `__doc__` of `__main__:Box`, whose effects


def no_tensor_work(total):
    for i in range(4):  # expected-remark[J0450]: nothing is computed on tensors
        total += i


ones, parameter = torch.ones(2), torch.nn.Parameter(torch.ones(2))
results = [unknown_operation(ones), unknown_callee(ones), unknown_global(ones), unknown_object(ones), two_sided(ones),
           not_constant(ones), leaves(ones), too_long(ones), too_deep(ones), escapes([]), no_rule(ones), unknown_effect(ones),
           no_overload(ones), bad_shape(ones), unknown_attribute(ones), no_tensor_work(0)]
aliased_write(torch.ones(2, 2))
no_gradient(torch.ones(2, requires_grad=True))
try:
    raises(ones)
except ValueError:
    pass
