# Loops that cannot stay loops, and cannot be unrolled either, since the end of them hangs on contents.
# RUN: rm -rf %t && mkdir -p %t && %janusc %s -o %t/p.so --profile-generate=%t/p.json
# RUN: %janus-run %t/p.so > %t/out
# RUN: %janusc %s --emit=cpp -o %t/q.cpp -v --message-format=short --profile-use=%t/p.json 2>&1 | %FileCheck %s
import torch


def grows(x):
    parts = []
    # CHECK-DAG: remark[J0436]: `grows` stays generic: the loop cannot stay one: a list grows, or has other keys
    while x.sum() < 9:
        x = x + 1
        parts.append(x.sum())
        parts.append(x)
    return parts[-1]


def prints(x):
    # CHECK-DAG: remark[J0436]: `prints` stays generic: the loop cannot stay one: it prints
    while x.sum() < 9:
        x = x + 1
        print("x")
    return x


def changes_type(x):
    total, next_one = 0, 0.5
    # CHECK-DAG: remark[J0436]: `changes_type` stays generic: the loop cannot stay one: `total` is of another type after a turn
    while x.sum() < 9:
        x = x + 1
        total, next_one = next_one, total
    return total + next_one


def begins_with_none(x):
    best = None
    # CHECK-DAG: remark[J0436]: `begins_with_none` stays generic: the loop cannot stay one: `best` is None before a turn and a tensor after it
    while x.sum() < 9:
        x = x + 1
        if x.max() > 90:
            break
        best = x
    return best


def returns(x):
    # CHECK-DAG: remark[J0436]: `returns` stays generic: the loop cannot stay one: it is left by `return`
    while x.sum() < 90:
        x = x + 1
        if x.max() > 3:
            return x * 2
    return x


for k in range(6):
    for function in (grows, prints, changes_type, begins_with_none, returns):
        with torch.no_grad():
            function(torch.ones(2) * (k % 3))
