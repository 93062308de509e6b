"""Spellings of programs from before torch 1.0: Variable, typed constructors and what they refuse, flat weights, hub, reversed()."""
import warnings

import torch
import torch.nn as nn
from torch.autograd import Variable

warnings.simplefilter("ignore")
x = torch.arange(6.).reshape(2, 3)


def shown(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print([r.tolist() for r in reversed(x)], reversed(torch.tensor(3.)), reversed(x).shape)
print(Variable(x, volatile=True).volatile, Variable(x).data_ptr() == x.data_ptr(), torch.autograd.variable.Variable is Variable)
print(torch.FloatTensor, torch.FloatTensor.is_cuda, torch.cuda.LongTensor, torch.cuda.LongTensor.is_cuda, torch.LongTensor.dtype)
print(isinstance(x, torch.cuda.FloatTensor), isinstance(x, torch.FloatTensor), torch.Tensor(x.long()).dtype)
for given in [(3.5,), ("a",), (None,), (2, 2.5), (-1,)]:
    print(shown(lambda: torch.FloatTensor(*given)), shown(lambda: x.new(*given)))
torch.set_default_tensor_type(torch.DoubleTensor)
print(torch.zeros(1).dtype)
torch.set_default_tensor_type("torch.FloatTensor")
print(torch.zeros(1).dtype)
rnn = nn.LSTM(2, 3, 2)
print(rnn._flat_weights_names, [tuple(w.shape) for w in rnn._flat_weights], rnn._flat_weights[0] is rnn.weight_ih_l0)
rnn._flat_weights = [nn.Parameter(torch.zeros_like(w)) for w in rnn._flat_weights]
print(rnn(torch.ones(1, 1, 2))[0].sum().item())
print(torch.hub.get_dir().endswith("torch/hub"))
torch.hub.set_dir("models")
print(torch.hub.get_dir())


# Rows from the last one on, in graphs, which are a copy.
def backwards(x):
    total = torch.zeros(3)
    for row in reversed(x):
        total = total * 2 + row
        row.add_(1)
    return total


for step in range(6):
    print(backwards(x).tolist() if step % 5 == 0 else "", x.sum().item())
