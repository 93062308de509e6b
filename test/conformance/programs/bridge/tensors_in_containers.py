import torch

import _nets
import _toolbox

state = {"w": torch.arange(3.0), "n": 3, "inner": [torch.ones(2, 2), None]}
kept = _toolbox.Keeper()
print(kept.keep(state) is state, kept.last()["w"] is state["w"], kept.last()["inner"][0] is state["inner"][0])
state["w"] += 1
print(kept.last()["w"], _toolbox.call(sum, [t.sum() for t in state["inner"][:1]]))
loaded = _toolbox.call(dict, state, extra=torch.zeros(1))
print(sorted(loaded), loaded["w"] is state["w"])
loaded["w"].zero_()
print(state["w"], kept.last()["w"].tolist())
model = torch.nn.Linear(2, 1)
with torch.no_grad():
    model.weight.copy_(torch.tensor([[1.0, 2.0]]))
    model.bias.zero_()
theirs = _nets.torch.nn.Linear(2, 1)
theirs.load_state_dict(model.state_dict())
x = torch.tensor([[3.0, 4.0]])
print(theirs(x), model(x), torch.equal(theirs.weight, model.weight))
model.load_state_dict({k: v * 2 for k, v in theirs.state_dict().items()})
print(model.weight, theirs.weight)
net = _nets.torch.nn.Sequential(_nets.torch.nn.Linear(2, 3), _nets.torch.nn.ReLU())
for p in net.parameters():
    torch.nn.init.constant_(p, 0.5)
print(net(x), [tuple(p.shape) for p in net.parameters()], sum(p.numel() for p in net.parameters()))
print([name for name, _ in net.named_parameters()])
hook = net.register_forward_hook(lambda module, args, out: out * 10)
print(net(x))
hook.remove()
print(net(x), x.dtype is _nets.torch.float32, _nets.torch.ones(2).dtype is torch.float32)
f = _nets.torch.nn.functional.cross_entropy
print(f(torch.tensor([[1.0, 2.0]]), torch.tensor([1])).item())
print(torch.stack(list(_nets.torch.unbind(torch.arange(4).reshape(2, 2)))))
