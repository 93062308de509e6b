# Convolutions, pooling, resampling, normalisation, activations, softmax, dropout without training, embedding, attention.
import torch
import torch.nn.functional as F

from _cases import check, finish, floating, gradients, names, values

D = torch.float64
image, kernel, bias = values(2, 4, 6, 5, dtype=D), values(6, 4, 3, 3, dtype=D, turn=1), values(6, dtype=D, turn=2)
line, volume = values(2, 4, 7, dtype=D), values(2, 2, 4, 5, 3, dtype=D)
calls = {
    "conv2d": (F.conv2d, image, kernel, bias), "conv2d plain": (F.conv2d, image, kernel), "conv2d stride": (lambda x, w, b: F.conv2d(x, w, b, stride=2, padding=1), image, kernel, bias),
    "conv2d dilation": (lambda x, w: F.conv2d(x, w, padding=2, dilation=(2, 1)), image, kernel), "conv2d groups": (lambda x, w: F.conv2d(x, w, groups=2), image, kernel[:, :2]),
    "conv2d depthwise": (lambda x, w: F.conv2d(x, w, groups=4, padding=1), image, values(4, 1, 3, 3, dtype=D)), "conv2d same": (lambda x, w: F.conv2d(x, w, padding="same"), image, kernel),
    "conv2d one": (F.conv2d, image[0], kernel), "conv1d": (lambda x, w: F.conv1d(x, w, padding=1), line, values(3, 4, 3, dtype=D)), "conv3d": (F.conv3d, volume, values(3, 2, 2, 2, 2, dtype=D)),
    "conv_transpose2d": (lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2, padding=1, output_padding=1), image, values(4, 3, 3, 3, dtype=D), values(3, dtype=D)),
    "conv_transpose1d": (F.conv_transpose1d, line, values(4, 3, 3, dtype=D)), "conv_transpose2d groups": (lambda x, w: F.conv_transpose2d(x, w, groups=2), image, values(4, 3, 3, 3, dtype=D)),
    "max_pool2d": (lambda x: F.max_pool2d(x, 2), image), "max_pool2d stride": (lambda x: F.max_pool2d(x, 3, 1, 1), image), "max_pool2d ceil": (lambda x: F.max_pool2d(x, 2, ceil_mode=True), image), "max_pool2d dilation": (lambda x: F.max_pool2d(x, 2, dilation=2), image),
    "max_pool2d indices": (lambda x: F.max_pool2d(x, 2, return_indices=True), image), "max_pool1d": (lambda x: F.max_pool1d(x, 3, 2), line), "max_pool3d": (lambda x: F.max_pool3d(x, 2), volume),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 2), image), "avg_pool2d padded": (lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), image), "avg_pool1d": (lambda x: F.avg_pool1d(x, 2), line), "avg_pool3d": (lambda x: F.avg_pool3d(x, 2), volume),
    "adaptive_avg_pool2d": (lambda x: F.adaptive_avg_pool2d(x, (3, 2)), image), "adaptive_avg_pool2d 1": (lambda x: F.adaptive_avg_pool2d(x, 1), image), "adaptive_avg_pool1d": (lambda x: F.adaptive_avg_pool1d(x, 3), line),
    "adaptive_max_pool2d": (lambda x: F.adaptive_max_pool2d(x, 2), image), "adaptive_max_pool1d": (lambda x: F.adaptive_max_pool1d(x, 3), line), "lp_pool2d": (lambda x: F.lp_pool2d(x.abs() + 1, 2, 2), image),
    "interpolate nearest": (lambda x: F.interpolate(x, scale_factor=2), image), "interpolate size": (lambda x: F.interpolate(x, size=(4, 7)), image), "interpolate bilinear": (lambda x: F.interpolate(x, scale_factor=1.5, mode="bilinear"), image),
    "interpolate corners": (lambda x: F.interpolate(x, size=(3, 8), mode="bilinear", align_corners=True), image), "interpolate bicubic": (lambda x: F.interpolate(x, scale_factor=2, mode="bicubic"), image), "interpolate linear": (lambda x: F.interpolate(x, size=10, mode="linear"), line),
    "interpolate trilinear": (lambda x: F.interpolate(x, scale_factor=2, mode="trilinear"), volume), "interpolate area": (lambda x: F.interpolate(x, size=(3, 3), mode="area"), image), "interpolate exact": (lambda x: F.interpolate(x, size=(4, 9), mode="nearest-exact"), image),
    "interpolate 1.3": (lambda x: F.interpolate(x, scale_factor=1.3), image), "interpolate 3d": (lambda x: F.interpolate(x, scale_factor=2), volume),
    "unfold": (lambda x: F.unfold(x, 3, padding=1, stride=2), image), "unfold dilated": (lambda x: F.unfold(x, (2, 3), dilation=2), image), "fold": (lambda x: F.fold(x, (4, 4), 2), values(2, 8, 9, dtype=D)), "unfold one": (lambda x: F.unfold(x, 2), image[0]),
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (5,), w, b), image, values(5, dtype=D), values(5, dtype=D, turn=1)), "layer_norm plain": (lambda x: F.layer_norm(x, (6, 5)), image), "rms_norm": (lambda x, w: F.rms_norm(x, (5,), w), image, values(5, dtype=D)),
    "group_norm": (lambda x, w, b: F.group_norm(x, 2, w, b), image, values(4, dtype=D), values(4, dtype=D, turn=1)), "instance_norm": (lambda x: F.instance_norm(x), image), "batch_norm": (lambda x, w, b: F.batch_norm(x, torch.zeros(4, dtype=D), torch.ones(4, dtype=D), w, b, True), image, values(4, dtype=D), values(4, dtype=D, turn=1)),
    "batch_norm eval": (lambda x, w, b: F.batch_norm(x, values(4, dtype=D), values(4, dtype=D, low=0.5), w, b, False), image, values(4, dtype=D), values(4, dtype=D, turn=1)), "batch_norm 2": (lambda x: F.batch_norm(x, None, None, training=True), values(6, 3, dtype=D)),
    "local_response_norm": (lambda x: F.local_response_norm(x, 3), image), "softmax": (lambda x: F.softmax(x, 1), image), "log_softmax": (lambda x: F.log_softmax(x, -1), image), "softmin": (lambda x: F.softmin(x, 0), line), "softmax middle": (lambda x: x.softmax(2), image),
    "gumbel none": (lambda x: F.softmax(x / 0.5, -1), line), "glu": (lambda x: F.glu(x, 1), image), "relu": (F.relu, line), "relu6": (F.relu6, line), "leaky_relu": (lambda x: F.leaky_relu(x, 0.2), line), "elu": (lambda x: F.elu(x, 0.7), line), "selu": (F.selu, line), "celu": (lambda x: F.celu(x, 0.8), line),
    "gelu": (F.gelu, line), "gelu tanh": (lambda x: F.gelu(x, approximate="tanh"), line), "silu": (F.silu, line), "mish": (F.mish, line), "softplus": (lambda x: F.softplus(x, 2, 3), line), "logsigmoid": (F.logsigmoid, line), "hardtanh": (lambda x: F.hardtanh(x, -1, 2), line), "hardswish": (F.hardswish, line),
    "hardsigmoid": (F.hardsigmoid, line), "tanhshrink": (F.tanhshrink, line), "softshrink": (F.softshrink, line), "hardshrink": (F.hardshrink, line), "softsign": (F.softsign, line), "threshold": (lambda x: F.threshold(x, 0.5, 3.0), line), "prelu": (F.prelu, image, values(4, dtype=D)), "prelu one": (F.prelu, line, values(1, dtype=D)),
    "embedding": (lambda w: F.embedding(torch.tensor([[0, 2], [5, 2]]), w), values(6, 3, dtype=D)), "embedding padding": (lambda w: F.embedding(torch.tensor([0, 2, 5]), w, padding_idx=2), values(6, 3, dtype=D)), "embedding scaled": (lambda w: F.embedding(torch.tensor([2, 2, 5]), w, scale_grad_by_freq=True), values(6, 3, dtype=D)),
    "embedding_bag": (lambda w: F.embedding_bag(torch.tensor([0, 2, 5, 2]), w, torch.tensor([0, 2])), values(6, 3, dtype=D)), "embedding_bag sum": (lambda w, s: F.embedding_bag(torch.tensor([[0, 2], [5, 2]]), w, mode="sum", per_sample_weights=s), values(6, 3, dtype=D), values(2, 2, dtype=D)),
    "embedding_bag max": (lambda w: F.embedding_bag(torch.tensor([0, 2, 5, 2]), w, torch.tensor([0, 0, 3]), mode="max"), values(6, 3, dtype=D)),
    "attention": (F.scaled_dot_product_attention, values(2, 2, 3, 4, dtype=D), values(2, 2, 5, 4, dtype=D, turn=1), values(2, 2, 5, 4, dtype=D, turn=2)), "attention causal": (lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True), values(2, 5, 4, dtype=D)),
    "attention mask": (lambda q, k: F.scaled_dot_product_attention(q, k, k, attn_mask=values(3, 5, dtype=torch.bool) | (torch.arange(5) == 0)), values(2, 3, 4, dtype=D), values(2, 5, 4, dtype=D, turn=1)), "attention bias": (lambda q, k, m: F.scaled_dot_product_attention(q, k, k, attn_mask=m, scale=0.3), values(2, 3, 4, dtype=D), values(2, 5, 4, dtype=D, turn=1), values(3, 5, dtype=D)),
    "dropout eval": (lambda x: F.dropout(x, 0.5, training=False), line), "affine_grid": (lambda t: F.affine_grid(t, (2, 1, 3, 4), align_corners=False), values(2, 2, 3, dtype=D))}
for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border", "reflection"):
        for corners in (True, False):
            calls[f"grid_sample {mode} {padding} {corners}"] = (lambda x, g, m=mode, p=padding, c=corners: F.grid_sample(x, g, m, p, c), image, values(2, 3, 4, 2, dtype=D, low=-1.4, high=1.4))
once = ("max_pool", "grid_sample", "adaptive_max", "embedding_bag", "interpolate bicubic", "prelu", "lp_pool", "rms_norm", "avg_pool", "adaptive",
        "interpolate area", "group_norm", "hardsigmoid", "softshrink", "hardshrink", "attention")
for name, (call, *inputs) in calls.items():
    check(name, call, *inputs)
    gradients(name, call, *inputs, twice=not name.startswith(once))
    check(name + " f32", call, *[x.float() for x in inputs]) if not name.startswith("batch_norm") else None
for dtype in floating:
    x = values(3, 5, dtype=dtype)
    for name in ("relu", "gelu", "silu", "softplus", "elu", "hardswish", "logsigmoid", "mish", "leaky_relu", "selu"):
        check(f"{name} {names[dtype]}", getattr(F, name), x)
    check(f"softmax {names[dtype]}", lambda: F.softmax(x, 1))
    check(f"log_softmax {names[dtype]}", lambda: F.log_softmax(x, 0))
    check(f"layer_norm {names[dtype]}", lambda: F.layer_norm(x, (5,)))
whole = torch.arange(6).view(2, 3)
errors = {"softmax int": lambda: F.softmax(whole, 1), "softmax dim": lambda: F.softmax(line, 5), "softmax to": lambda: F.softmax(whole, 1, dtype=torch.float32), "conv channels": lambda: F.conv2d(image, kernel[:, :3]), "conv rank": lambda: F.conv2d(line, kernel), "conv small": lambda: F.conv2d(image[:, :, :2], kernel),
          "conv bias": lambda: F.conv2d(image, kernel, bias[:2]), "conv groups": lambda: F.conv2d(image, kernel, groups=3), "conv stride": lambda: F.conv2d(image, kernel, stride=0), "pool large": lambda: F.max_pool2d(image, 9), "pool padding": lambda: F.max_pool2d(image, 2, padding=2),
          "layer_norm shape": lambda: F.layer_norm(image, (4,)), "group_norm": lambda: F.group_norm(image, 3), "batch_norm one": lambda: F.batch_norm(values(1, 3), None, None, training=True), "gelu int": lambda: F.gelu(whole), "elu int": lambda: F.elu(whole), "glu odd": lambda: F.glu(line, 2), "dropout p": lambda: F.dropout(line, 1.5),
          "embedding outside": lambda: F.embedding(torch.tensor([9]), values(6, 3)), "embedding float": lambda: F.embedding(line, values(6, 3)), "interpolate both": lambda: F.interpolate(image, size=3, scale_factor=2), "interpolate none": lambda: F.interpolate(image), 
          "unfold small": lambda: F.unfold(image, 9), "fold": lambda: F.fold(values(2, 7, 9), 4, 2), "prelu": lambda: F.prelu(image, values(3, dtype=D)), "one_hot": lambda: F.one_hot(values(3)), "relu int": lambda: F.relu(whole - 2), "leaky int": lambda: F.leaky_relu(whole), "normalize": lambda: F.normalize(values(3))}
for name, call in errors.items():
    check(name, call)
finish("networks")
