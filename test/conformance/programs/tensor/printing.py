# What tensors and modules print as.
import torch
import torch.nn as nn

nan, inf = float("nan"), float("inf")
for t in (torch.tensor(3), torch.tensor(2.5), torch.tensor(True), torch.tensor([]), torch.empty(0, 3), torch.empty(2, 0, 2), torch.tensor([1, -22, 333]), torch.tensor([1.0, 2.0]), torch.tensor([1.5, -2.25, 1000.125]), torch.tensor([1e-8, 1.0]), torch.tensor([1e10, 1.0]), torch.tensor([1e-5, 2e-5]), torch.tensor([100000.0, 1.0]),
          torch.tensor([99999.5, 0.25]), torch.tensor([nan, inf, -inf, 1.0]), torch.tensor([nan, inf]), torch.tensor([0.1, 0.2], dtype=torch.float64), torch.tensor([0.1, 0.2], dtype=torch.float16), torch.tensor([1.5, 2.5], dtype=torch.bfloat16), torch.tensor([1, 2], dtype=torch.int8), torch.tensor([200], dtype=torch.uint8), torch.tensor([1, 2], dtype=torch.int32),
          torch.tensor([True, False]), torch.arange(24).view(2, 3, 4), torch.arange(12.0).view(3, 4) / 7, torch.arange(2000), torch.arange(3000.0).view(50, 60), torch.arange(40000.0).view(2, 100, 200), torch.ones(3, requires_grad=True), torch.ones(2, requires_grad=True) * 2, torch.ones(2, requires_grad=True).view(2, 1).sum(), torch.zeros(1, 1, 1, 1), torch.arange(30.0),
          torch.linspace(-1, 1, 25), torch.eye(3), -torch.zeros(2), torch.tensor([1e38, -1e-38]), torch.tensor([[1.0, 1e5], [1e-3, 2.0]]), torch.tensor([1234567.0, 0.1]), torch.tensor(1e-7), torch.tensor(123456789.0), torch.tensor([2**62, -1]), nn.Parameter(torch.ones(2, 2)), torch.full((3,), 1 / 3), torch.tensor([0.00001, 123.0])):
    print(t)
    print(repr(t) == str(t), f"{t.numel()}")
print(f"{torch.tensor(3.14159):.2f} {torch.tensor(3)} {torch.tensor([1.5])}", torch.tensor(2.0).item(), torch.tensor([1, 2]).tolist(), torch.ones(2, 2).tolist())
torch.set_printoptions(precision=2, sci_mode=False, linewidth=40, threshold=10, edgeitems=2)
print(torch.arange(30.0) * 1.23456, torch.tensor([1e-8, 1e8]))
torch.set_printoptions(profile="default")
print(torch.float32, torch.int64, torch.device("cpu"), torch.Size([2, 3]), torch.ones(2).dtype, torch.ones(2, 3).shape, torch.ones(2).device, torch.strided, torch.preserve_format)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, padding=1, stride=2, bias=False)
        self.layers = nn.ModuleList([nn.Linear(2, 3), nn.ReLU()])
        self.table = nn.ModuleDict({"a": nn.Dropout(0.2), "b": nn.Identity()})
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(2))])
        self.register_buffer("mask", torch.ones(1))

    def extra_repr(self):
        return "kind=test"


print(Net())
for m in (nn.Linear(2, 3, bias=False), nn.Conv1d(1, 2, 3, groups=1, dilation=2), nn.ConvTranspose2d(2, 2, 2, output_padding=0), nn.BatchNorm2d(3, momentum=0.2), nn.LayerNorm((2, 3)), nn.GroupNorm(1, 2), nn.MaxPool2d(2, 2), nn.AvgPool2d(3), nn.AdaptiveAvgPool2d((1, None)), nn.Dropout(), nn.Embedding(3, 4, padding_idx=0), nn.LeakyReLU(0.1), nn.ELU(), nn.Softmax(dim=1), nn.GELU("tanh"),
          nn.Softplus(), nn.PReLU(), nn.Flatten(), nn.Unflatten(1, (2, 2)), nn.Upsample(scale_factor=2, mode="bilinear"), nn.CrossEntropyLoss(), nn.MSELoss(), nn.Sequential(), nn.Sequential(nn.ReLU(inplace=True), nn.Sequential(nn.Tanh())), nn.ModuleList([nn.ReLU(), nn.ReLU()]), nn.Hardtanh(), nn.PixelShuffle(2), nn.EmbeddingBag(3, 2), nn.Bilinear(1, 2, 3), nn.InstanceNorm1d(2), nn.Threshold(0.1, 2), nn.ZeroPad2d(1), nn.LSTMCell(1, 2)):
    print(m)
print(nn.Linear(2, 2).weight.grad_fn, nn.Linear(2, 2)(torch.ones(1, 2)).grad_fn is None, torch.iinfo(torch.int8), torch.finfo(torch.float32).eps, torch.finfo(torch.float16))
print(torch.return_types if False else torch.max(torch.tensor([[1, 5]]), 1))
