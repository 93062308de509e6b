"""Draws of several words at once: the stream is that of single draws, wherever a block of the generator ends."""
import torch
import torch.nn.functional as F

torch.manual_seed(5)
for count in (1, 2, 3, 7, 8, 9, 255, 256, 257, 623, 624, 625, 1248, 1249, 3000):
    drawn = torch.zeros(count, dtype=torch.bool).bernoulli_(0.3)
    print(count, drawn.sum().item(), drawn.nonzero().sum().item(), torch.rand(1).item(), torch.rand(count)[-1].item())
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.uint8):
    print(dtype, torch.zeros(300, dtype=dtype).bernoulli_(0.7).sum().item())
for p in (0.0, 1.0, 0.5, 1e-300, 1 - 1e-16):
    print(p, torch.zeros(500).bernoulli_(p).sum().item())
for call in (lambda: torch.zeros(4, dtype=torch.complex64).bernoulli_(0.5), lambda: torch.zeros(4).bernoulli_(1.5)):
    try:
        call()
    except (NotImplementedError, RuntimeError) as e:
        print(type(e).__name__, str(e)[:80])
print(torch.zeros(20, 30).t().bernoulli_(0.4).sum(0)[:5].tolist())
print((F.dropout(torch.ones(9, 7, 5), 0.25) == 0).nonzero().sum().item(), torch.randn(5)[3].item(), torch.randint(0, 99, (7,)).tolist())
state = torch.get_rng_state()
drawn = torch.rand(3000)
torch.set_rng_state(state)
print(torch.equal(drawn, torch.rand(3000)), state.long().sum().item())
