# The same seed gives torch's numbers.
import torch

# Without one, other numbers in each process; a new generator begins as any other.
print(torch.initial_seed() != torch.Generator().initial_seed(), torch.Generator().initial_seed())
torch.manual_seed(0)
print(torch.rand(3), torch.randn(5), torch.randint(0, 100, (6,)), torch.randperm(10))
print(torch.rand(2, 3), torch.randn(17).sum(), torch.randn(40)[-4:], torch.randint(10, (2, 2)), torch.rand(1).item())
torch.manual_seed(0)
first = torch.rand(2)
torch.manual_seed(0)
print(torch.equal(first, torch.rand(2)), torch.empty(3).uniform_(-1, 1), torch.empty(20).normal_(0, 2)[:3])
state = torch.get_rng_state()
a = torch.randn(2)
torch.set_rng_state(state)
print(torch.equal(a, torch.randn(2)), torch.bernoulli(torch.full((8,), 0.5)), torch.rand(2, dtype=torch.float64))
g = torch.Generator().manual_seed(5)
print(torch.rand(2, generator=g), torch.randperm(5, generator=g), torch.initial_seed(), torch.randn_like(torch.zeros(2)))
print(torch.multinomial(torch.tensor([0.1, 0.9]), 5, replacement=True), torch.normal(torch.zeros(2), 1.0))
