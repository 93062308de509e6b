"""Strides that a step asks for, of all dimensions and of one: numbers of the graph, where the step knows them."""
# tier2: of_inputs.loop.body 8
# tier2: of_views.loop.body 8
import torch


def of_inputs(x, y):
    for i in range(12):
        turned = y.t()
        step, all_of_them = x.stride(0), x.stride()
        total = (x.view(-1)[:step] * turned.stride(-1)).sum() + y.stride(dim=0)
        print(total.item(), all_of_them, turned.stride(), y.stride(), type(all_of_them).__name__)


def of_views(x):
    for i in range(12):
        a, b, c = x[:, ::2].contiguous() * 1, x[1:, ::2], x.view(2, 2, 5).permute(2, 0, 1)
        d = x.unfold(1, 3, 2)
        e = torch.zeros(3).expand(4, 3)
        print(a.stride(), b.stride(), c.stride(), d.stride(), e.stride(), (a.sum() + i).item())
        print(c.contiguous().stride(), x.diagonal().stride(), torch.zeros(()).stride(), x.stride(None))


def errors(x):
    for i in range(6):
        try:
            print((x + i).stride(i))
        except IndexError:
            print("no such dimension")


def of_one_element(x):
    for i in range(6):
        one = x[:, i % 2:i % 2 + 1]
        print(one.stride(), (one * 2).stride(), one.t().stride(1), one.sum().item())


data = torch.arange(20.0).view(4, 5)
of_inputs(data, torch.arange(20.0).view(5, 4))
of_views(data)
errors(data)
of_one_element(data)
of_one_element(data.t())
