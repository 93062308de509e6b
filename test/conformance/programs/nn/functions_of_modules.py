"""Functions of torch.nn.functional that are replaced: modules call what stands there when they run."""
# float-tolerance: 1e-3
import warnings
import torch
from torch import nn
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.manual_seed(0)
called = []
depth = 0


def counted(name, function):
    def count(*args, **kwargs):
        global depth
        if depth == 0:
            called.append(name)
        depth += 1
        try:
            return function(*args, **kwargs)
        finally:
            depth -= 1
    return count


for name in [name for name in dir(F) if name.islower() and name[0] != "_" and "torch_function" not in name]:
    if callable(getattr(F, name)) and not isinstance(getattr(F, name), type):
        setattr(F, name, counted(name, getattr(F, name)))

x, line, image, volume = torch.randn(2, 4), torch.randn(2, 4, 8), torch.randn(2, 4, 6, 6), torch.randn(2, 4, 4, 4, 4)
words = torch.tensor([[1, 2], [0, 3]])
labels, signs = torch.tensor([1, 3]), torch.tensor([1.0, -1.0])
sure = torch.rand(2, 4)
OF_DIMENSIONS = {1: line, 2: image, 3: volume}

CASES = [
    (nn.Linear(4, 3), (x,)), (nn.Bilinear(4, 4, 2), (x, x)), (nn.Identity(), (x,)),
    (nn.Embedding(5, 3), (words,)), (nn.EmbeddingBag(5, 3), (words,)),
    (nn.LayerNorm(4), (x,)), (nn.RMSNorm(4), (x,)), (nn.GroupNorm(2, 4), (image,)), (nn.LocalResponseNorm(2), (image,)),
    (nn.BatchNorm1d(4), (x,)), (nn.BatchNorm2d(4), (image,)), (nn.BatchNorm3d(4), (volume,)),
    (nn.InstanceNorm1d(4), (line,)), (nn.InstanceNorm2d(4), (image,)), (nn.InstanceNorm3d(4), (volume,)),
    (nn.Unfold(2), (image,)), (nn.Fold((3, 3), 2), (torch.randn(1, 8, 4),)), (nn.Flatten(), (image,)),
    (nn.Unflatten(1, (2, 2)), (x,)),
    (nn.Dropout(0.5), (x,)), (nn.Dropout1d(0.5), (line,)), (nn.Dropout2d(0.5), (image,)), (nn.Dropout3d(0.5), (volume,)),
    (nn.AlphaDropout(0.5), (x,)), (nn.FeatureAlphaDropout(0.5), (image,)),
    (nn.CosineSimilarity(), (x, x)), (nn.PairwiseDistance(), (x, x)),
    (nn.PixelShuffle(2), (image,)), (nn.PixelUnshuffle(2), (image,)), (nn.ChannelShuffle(2), (image,)),
    (nn.Upsample(scale_factor=2), (image,)), (nn.UpsamplingNearest2d(scale_factor=2), (image,)),
    (nn.UpsamplingBilinear2d(scale_factor=2), (image,)),
    (nn.ZeroPad1d(1), (line,)), (nn.ZeroPad2d(1), (image,)), (nn.ConstantPad2d(1, 2.0), (image,)),
    (nn.ReflectionPad1d(1), (line,)), (nn.ReflectionPad2d(1), (image,)), (nn.ReplicationPad2d(1), (image,)),
    (nn.CircularPad2d(1), (image,)),
    (nn.MultiheadAttention(4, 2), (line.transpose(1, 2),) * 3), (nn.RNNCell(4, 3), (x,)), (nn.LSTMCell(4, 3), (x,)),
    (nn.GRUCell(4, 3), (x,)), (nn.RNN(8, 3), (line,)), (nn.LSTM(8, 3), (line,)), (nn.GRU(8, 3), (line,)),
    (nn.TransformerEncoderLayer(4, 2, 8), (line.transpose(1, 2),)),
    (nn.TransformerDecoderLayer(4, 2, 8), (line.transpose(1, 2),) * 2),
    (nn.Conv2d(4, 2, 3, padding=1, padding_mode="circular"), (image,)),
    (nn.Softmax2d(), (image,)), (nn.MaxUnpool2d(2), F.max_pool2d(image, 2, return_indices=True)),
]
for name in ("ReLU", "ReLU6", "Sigmoid", "Tanh", "Hardtanh", "Hardsigmoid", "Hardswish", "SiLU", "Mish", "ELU", "CELU", "SELU", "GELU",
             "GLU", "Hardshrink", "LeakyReLU", "LogSigmoid", "Softplus", "Softshrink", "Softsign", "Tanhshrink", "PReLU",
             "RReLU", "Softmin", "Softmax", "LogSoftmax"):
    CASES.append((getattr(nn, name)(), (x,)))
CASES.append((nn.Threshold(0.1, 2.0), (x,)))
for d in (1, 2, 3):
    for name in ("Conv", "ConvTranspose"):
        CASES.append((getattr(nn, f"{name}{d}d")(4, 2, 2), (OF_DIMENSIONS[d],)))
    for name in ("MaxPool", "AvgPool", "AdaptiveAvgPool", "AdaptiveMaxPool"):
        CASES.append((getattr(nn, f"{name}{d}d")(2), (OF_DIMENSIONS[d],)))
for d in (1, 2):
    CASES.append((getattr(nn, f"LPPool{d}d")(2, 2), (OF_DIMENSIONS[d],)))
for name, args in {
        "L1Loss": (x, x + 1), "MSELoss": (x, x + 1), "SmoothL1Loss": (x, x + 1), "HuberLoss": (x, x + 1),
        "CrossEntropyLoss": (x, labels), "NLLLoss": (x, labels), "BCELoss": (sure, sure), "BCEWithLogitsLoss": (x, sure),
        "KLDivLoss": (x, sure), "PoissonNLLLoss": (x, sure), "GaussianNLLLoss": (x, x, sure), "HingeEmbeddingLoss": (x[:, 0], signs),
        "SoftMarginLoss": (x[:, 0], signs), "CosineEmbeddingLoss": (x, x, signs), "MarginRankingLoss": (x[:, 0], x[:, 1], signs),
        "MultiMarginLoss": (x, labels), "MultiLabelMarginLoss": (x, torch.tensor([[0, -1, 1, 1], [2, 3, -1, 0]])),
        "MultiLabelSoftMarginLoss": (x, sure), "TripletMarginLoss": (x, x + 1, x - 1),
        "TripletMarginWithDistanceLoss": (x, x + 1, x - 1)}.items():
    CASES.append((getattr(nn, name)(), args))
for module, args in CASES:
    called.clear()
    module(*args)
    print(type(module).__name__, called)


# ---- in a loop that is long enough to be specialised
original = F.linear
model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))
for step in range(48):
    if step == 24:
        F.linear = lambda input, weight, bias=None: input @ weight.t() * 2
    if step == 36:
        F.linear = original
    called.clear()
    out = model(x)
    out.sum().backward()
    if step % 6 == 0:
        print(step, f"{out.sum().item():.4f}", len(called))
