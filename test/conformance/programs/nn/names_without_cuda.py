"""Names that programs ask for on machines with and without GPUs, torch.compiler, torch.jit, and the order of dimensions."""
import torch
from torch import nn

with torch.cuda.stream(None):
    print("no stream")
with torch.cuda.device(-1):
    print("no device")
print(torch.cuda.memory_stats(), torch.cuda.get_rng_state_all(), isinstance(torch.cuda.Event, type), torch.cuda.device_count())
for s in [(2, 3, 4, 5), (1, 2, 3, 4), (3,), (), (2, 1, 1, 3), (0, 2)]:
    x = torch.empty(s)
    print(s, x.dim_order(), x.permute(*reversed(range(len(s)))).dim_order() if s else 0)
    if len(s) == 4:
        print(x.to(memory_format=torch.channels_last).dim_order())
x = torch.empty(2, 3, 4, 5)
for tensor, check in [(x, True), (torch.empty(1, 2, 3), True), (torch.empty(1, 2, 3, 4), [torch.contiguous_format]),
                      (torch.empty(1, 2, 1, 1), [torch.contiguous_format, torch.channels_last]), (x, "a"),
                      (torch.eye(2).to_sparse(), False), (x[:, :1].expand(2, 3, 4, 5), False)]:
    try:
        print(tensor.dim_order(ambiguity_check=check))
    except (RuntimeError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)

with torch.compiler.set_stance("force_eager"):
    print("eager")
print(torch.compiler.is_compiling(), torch.compiler.nested_compile_region(lambda x: x + 1)(2))

for value, kind in [([1], list[int]), ([1, "a"], list[int]), ({1: 2.0}, dict[int, float]), ({"a": 1}, dict[int, int]),
                    ((1, 2.0), tuple[int, float]), ((1,), tuple[int, float]), (3, int), (torch.ones(1), torch.Tensor)]:
    print(torch.jit.isinstance(value, kind))


class Model(nn.Module):
    @torch.jit.export
    def plus(self, x):
        return x + 1

    @torch.jit.ignore
    def ignored(self, x):
        return x

    @torch.jit.unused
    def unused(self, x):
        return x

    def forward(self, x):
        return self.plus(x)


model = Model()
print(model(torch.ones(2)), model.ignored(1), model.unused(3))
with torch.jit.optimized_execution(False):
    print(torch.jit.script(lambda x: x)(1) if False else torch.jit.is_scripting(), issubclass(torch.jit.Error, RuntimeError))
print(isinstance(torch.__config__.show(), str), isinstance(torch.__config__.parallel_info(), str))
print(torch.types._size, torch.types._int, torch.types._dtype)
print(torch.hub.get_dir().endswith("hub"), torch.hub.get_dir().startswith(torch.hub._get_torch_home()))
first = nn.ParameterDict({"a": nn.Parameter(torch.ones(2))})
print(first | {"b": torch.ones(1)}, list((first | nn.ParameterDict({"c": torch.zeros(1)})).keys()))
first |= {"d": torch.zeros(3)}
print(list(first.keys()))
net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Sequential(nn.BatchNorm1d(2, affine=False)))
converted = nn.SyncBatchNorm.convert_sync_batchnorm(net)
print(converted, converted is net, converted[1].weight.shape)
print(torch.serialization.get_default_load_endianness(), torch.serialization.LoadEndianness.LITTLE,
      torch.serialization.get_default_mmap_options(), torch.serialization.get_crc32_options())
scaler, parameter = torch.amp.GradScaler("cpu"), nn.Parameter(torch.ones(1))
try:
    scaler.step(torch.optim.SGD([parameter], 0.1))
except AssertionError as error:
    print(error)
