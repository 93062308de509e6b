"""What torch has for quantised tensors, of which there are none here: each name says so, and what to do instead."""


def _refused(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f"torch.{name}: quantised tensors are not supported: keep the numbers as floats, as "
                                  "(x / scale).round().clamp(-128, 127) * scale rounds them, or as torch.int8 beside their scale")
    function.__name__ = name
    return function


quantize_per_tensor = _refused("quantize_per_tensor")
quantize_per_channel = _refused("quantize_per_channel")
quantize_per_tensor_dynamic = _refused("quantize_per_tensor_dynamic")
dequantize = _refused("dequantize")


_types = ("qint8", "quint8", "qint32", "quint4x2", "quint2x4")


def refuse_type(name):
    if name in _types:
        raise AttributeError(f"torch.{name}: quantised types are not supported: keep the numbers as floats, or as torch.int8 beside "
                             "their scale")
