import torch

import _nets

torch.manual_seed(3)
print(torch.rand(2), _nets.draw_tensor(), torch.rand(2), _nets.draw_tensor())
torch.manual_seed(3)
print(torch.rand(2), torch.rand(2), torch.rand(2), torch.rand(2))
_nets.torch.manual_seed(5)
print(torch.randn(3), _nets.draw_tensor(3), torch.randint(0, 10, (4,)), torch.randperm(5))
state = torch.get_rng_state()
a = _nets.draw_tensor()
torch.set_rng_state(state)
print(torch.equal(a, torch.rand(2)))
print(torch.nn.functional.dropout(torch.ones(8), 0.5), _nets.torch.nn.functional.dropout(torch.ones(8), 0.5))
