"""Variable of a LongTensor."""
import torch
from torch.autograd import Variable
x = Variable(torch.LongTensor([1, 2]))
print(x, type(x).__name__)
