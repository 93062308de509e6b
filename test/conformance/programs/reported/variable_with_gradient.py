"""Variable with requires_grad."""
import torch
from torch.autograd import Variable
t = torch.FloatTensor([[1, 2], [3, 4]])
v = Variable(t, requires_grad=True)
print(v.requires_grad, t.requires_grad, isinstance(v, Variable))
(v * v).mean().backward()
print(v.grad)
