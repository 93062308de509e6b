"""Layers, initial values, containers, schedules and distributions at the edges of their arguments."""
import warnings
from collections import OrderedDict

import torch
from torch import nn
from torch.distributions import Categorical, Geometric, Independent, Normal, Uniform
from torch.optim import SGD, Adam, lr_scheduler

warnings.simplefilter("ignore")


def tried(make):
    try:
        return make()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"


def initial(module):
    torch.manual_seed(7)
    module.reset_parameters()
    return [(name, [round(x, 6) for x in p.flatten().tolist()[:3]]) for name, p in module.named_parameters()]


torch.manual_seed(3)
for options in ({}, {"bias": False}, {"add_bias_kv": True}, {"kdim": 3, "vdim": 5}, {"add_zero_attn": True}):
    attention = nn.MultiheadAttention(4, 2, **options)
    print(list(attention._parameters), list(attention.state_dict()), attention.bias_k is None, attention.head_dim)
    print([round(p.sum().item(), 4) for p in attention.parameters()])
print(tried(lambda: nn.MultiheadAttention(5, 2)), tried(lambda: nn.MultiheadAttention(0, 2)))

for layer in (nn.Linear(3, 2), nn.Linear(0, 2), nn.Linear(3, 2, bias=False), nn.Conv2d(2, 4, 3, groups=2),
              nn.ConvTranspose1d(2, 4, 3, bias=False),
              nn.Bilinear(2, 3, 2), nn.RNNCell(2, 3), nn.GRUCell(2, 2, bias=False), nn.LayerNorm([2, 2]),
              nn.LayerNorm(3, bias=False),
              nn.LayerNorm(3, elementwise_affine=False), nn.GroupNorm(2, 4), nn.GroupNorm(2, 4, affine=False),
              nn.RMSNorm(3), nn.BatchNorm2d(3),
              nn.BatchNorm1d(3, affine=False, track_running_stats=False), nn.InstanceNorm1d(2, affine=True)):
    print(layer, list(layer._parameters), list(layer._buffers), initial(layer))

for layer in (nn.Conv2d(2, 4, 3, padding="same", dilation=2, bias=False), nn.Conv1d(2, 4, 3, 2, 1, padding_mode="reflect"),
              nn.ConvTranspose2d(4, 2, 3, 2, 1, 1, groups=2),
              nn.Upsample(scale_factor=2), nn.Upsample(size=(2, 3), mode="bilinear"), nn.Upsample(scale_factor=(2, 1.5))):
    print(layer)
print(tried(lambda: nn.Hardtanh(1, -1)), nn.Hardtanh(min_value=-2, max_value=3).max_val)

for function, arguments in ((nn.init.orthogonal_, {"gain": 2}), (nn.init.kaiming_uniform_, {"mode": "FAN_OUT"}),
                            (nn.init.kaiming_normal_, {"nonlinearity": "selu"}),
                            (nn.init.sparse_, {"sparsity": 0.4}), (nn.init.eye_, {}),
                            (nn.init.kaiming_uniform_, {"mode": "no"}),
                            (nn.init.kaiming_uniform_, {"a": True}), (nn.init.kaiming_uniform_, {"nonlinearity": "no"})):
    for shape in ((4, 3), (2, 5), (2, 2, 2), (3,), (0, 2)):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            torch.manual_seed(1)
            weight = nn.Parameter(torch.zeros(shape))
            print(function.__name__, shape,
                  tried(lambda: [round(x, 5) for x in function(weight, **arguments).flatten().tolist()]),
                  [str(w.message) for w in seen])
print([nn.init.calculate_gain(name) for name in ("linear", "conv2d", "conv_transpose3d", "sigmoid", "tanh", "relu", "selu",
                                                 "leaky_relu")], nn.init.calculate_gain("leaky_relu", 2))

net = nn.Sequential(nn.ReLU(), nn.Tanh())
net += nn.Sequential(nn.Sigmoid())
net.insert(1, nn.ELU()), net.insert(-1, nn.GELU()), net.insert(5, nn.SiLU())
print(net, net * 2, tried(lambda: net * 0), tried(lambda: net * "a"), tried(lambda: net + 1),
      tried(lambda: net.insert(9, nn.ReLU())), tried(lambda: net.insert(0, 1)))
print(nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh())), nn.Sequential())
print(nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Tanh(), nn.ReLU()]), nn.ModuleList(), tried(lambda: nn.ModuleList(3)),
      tried(lambda: nn.ParameterList(torch.ones(2))))
print(nn.ModuleDict([("a", nn.ReLU())]), tried(lambda: nn.ModuleDict(3)), tried(lambda: nn.ModuleDict([3])),
      tried(lambda: nn.ModuleDict([(1, 2, 3)])))
named = nn.ParameterDict({"a": torch.ones(1), "b": torch.zeros(1)})
print(named.popitem()[0], list(named), tried(lambda: nn.ParameterDict().popitem()))

block = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
print(block.get_parameter("0.weight").shape, tried(lambda: block.get_parameter("0.no")),
      tried(lambda: block.get_parameter("1.running_mean")), tried(lambda: block.get_parameter("1.eps")))
print(block.get_buffer("1.running_var"), tried(lambda: block.get_buffer("0.weight")),
      tried(lambda: block.get_buffer("1.no")), tried(lambda: block.get_buffer("4.x")))
print(tried(lambda: block.train(1)), tried(lambda: delattr(block, "no")),
      tried(lambda: nn.Linear(2, 2).get_parameter("weight").shape))
del block[1].running_mean, block[0].bias
print(list(block.state_dict()))
state = nn.BatchNorm1d(2).state_dict()
del state["num_batches_tracked"]
state._metadata[""]["version"] = 1
print(nn.BatchNorm1d(2).load_state_dict(state), tried(lambda: nn.BatchNorm1d(2).load_state_dict({"weight": torch.ones(2)})))

transformer = nn.Transformer(4, 2, 1, 1, 8, 0.0, batch_first=True, norm_first=True)
print(transformer)
print(transformer(torch.ones(2, 3, 4), torch.ones(2, 5, 4)).shape,
      tried(lambda: transformer(torch.ones(2, 3, 4), torch.ones(1, 5, 4))),
      tried(lambda: transformer(torch.ones(2, 3, 3), torch.ones(2, 3, 4))))
print(tried(lambda: nn.TransformerEncoderLayer(4, 2, activation="no")))

for make in (lambda o: lr_scheduler.StepLR(o, 3), lambda o: lr_scheduler.MultiStepLR(o, [2, 2, 5]),
             lambda o: lr_scheduler.ConstantLR(o, 0.5, 3), lambda o: lr_scheduler.ConstantLR(o, 0.5, 0),
             lambda o: lr_scheduler.LinearLR(o, 0.25, 0.75, 4), lambda o: lr_scheduler.ExponentialLR(o, 0.9),
             lambda o: lr_scheduler.PolynomialLR(o, 4, 2.0),
             lambda o: lr_scheduler.CosineAnnealingLR(o, 3, 0.01),
             lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
             lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 3),
             lambda o: lr_scheduler.OneCycleLR(o, 0.5, 12),
             lambda o: lr_scheduler.OneCycleLR(o, [0.5], 12, three_phase=True, anneal_strategy="linear"),
             lambda o: lr_scheduler.SequentialLR(o,
                                                 [lr_scheduler.ExponentialLR(o, 0.9), lr_scheduler.StepLR(o, 2),
                                                  lr_scheduler.ConstantLR(o)], [3, 6])):
    for kind in (SGD, Adam):
        optimizer = kind([nn.Parameter(torch.ones(1))], lr=0.1, **({"momentum": 0.5} if kind is SGD else {}))
        scheduler = make(optimizer)
        rates = []
        for step in range(10):
            optimizer.step()
            scheduler.step()
            rates.append(optimizer.param_groups[0]["lr"])
        print(type(scheduler).__name__, rates, optimizer.param_groups[0].get("momentum"),
              optimizer.param_groups[0].get("betas"))
        if hasattr(scheduler, "_get_closed_form_lr") or isinstance(scheduler, lr_scheduler.CosineAnnealingWarmRestarts):
            with warnings.catch_warnings(record=True):
                warnings.simplefilter("always")
                for epoch in (0, 1, 4, 7, 2.5):
                    print(tried(lambda: scheduler.step(epoch)), scheduler.get_last_lr(), scheduler.last_epoch)
optimizer = SGD([nn.Parameter(torch.ones(1))], lr=0.1)
for wrong in (lambda: lr_scheduler.ConstantLR(optimizer, 2), lambda: lr_scheduler.LinearLR(optimizer, 0),
              lambda: lr_scheduler.LinearLR(optimizer, 1, 2), lambda: lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 0),
              lambda: lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 2, 0.5),
              lambda: lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 2).step(-1),
              lambda: lr_scheduler.CyclicLR(optimizer, [1, 2], 3),
              lambda: optimizer.add_param_group({"params": {torch.ones(1)}}),
              lambda: optimizer.add_param_group({"params": [("a", torch.ones(1)), torch.ones(1)]}),
              lambda: optimizer.add_param_group(3)):
    print(tried(wrong))
plateau = lr_scheduler.ReduceLROnPlateau(optimizer, patience=1, cooldown=2)
for value in (3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1):
    plateau.step(value)
    print(plateau.best, plateau.num_bad_epochs, plateau.cooldown_counter, plateau.last_epoch, plateau.get_last_lr())
print(SGD([("w", nn.Parameter(torch.ones(1)))], lr=0.5),
      SGD([("w", nn.Parameter(torch.ones(1)))]).param_groups[0]["param_names"])

torch.manual_seed(5)
for made in (Categorical(torch.tensor([0.2, 0.8])), Categorical(logits=torch.ones(2, 3)),
             Categorical(probs=torch.ones(2, 1, 3))):
    print(made, made.sample(), made.sample((2,)), made.log_prob(torch.tensor(1)), made.enumerate_support(),
          made.enumerate_support(False).shape, made.probs)
for wrong in (lambda: Categorical(), lambda: Categorical(torch.ones(2), torch.ones(2)),
              lambda: Categorical(torch.tensor(1.0)), lambda: Categorical(logits=torch.tensor(1.0)),
              lambda: Normal(0.0, 1.0).log_prob(1), lambda: Normal(torch.zeros(3), torch.ones(3)).log_prob(torch.ones(2)),
              lambda: Categorical(torch.ones(2)).log_prob(torch.tensor(4)),
              lambda: Independent(Normal(torch.zeros(2), torch.ones(2)), 2),
              lambda: Independent(Normal(torch.zeros(2), torch.ones(2)), 1).log_prob(torch.ones(3)),
              lambda: Categorical(torch.ones(2, 2), validate_args=False).log_prob(torch.ones(3))):
    print(tried(wrong))
print(Geometric(torch.tensor([0.2, 1.0])).log_prob(torch.tensor([3.0, 0.0])), Geometric(0.5).log_prob(torch.tensor(2.0)),
      Uniform(0.0, 2.0).log_prob(torch.tensor([0.0, 1.0])),
      Uniform(torch.zeros(2), 1.0, validate_args=False).log_prob(torch.tensor([1.0, -1.0])))
both = Independent(Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1)
print(both.batch_shape, both.event_shape, both.log_prob(torch.ones(2, 3)), Normal(0, 1).batch_shape)
