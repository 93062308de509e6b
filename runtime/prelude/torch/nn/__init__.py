"""Layers."""
from torch.nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from torch.nn.modules.activation import (CELU, ELU, GELU, GLU, Hardshrink, Hardsigmoid, Hardswish, Hardtanh, LeakyReLU,
                                         LogSigmoid, LogSoftmax, Mish, PReLU, ReLU, ReLU6, RReLU, SELU, Sigmoid, SiLU,
                                         Softmax, Softmax2d, Softmin, Softplus, Softshrink, Softsign, Tanh, Tanhshrink,
                                         Threshold)
from torch.nn.modules.container import Container, ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from torch.nn.modules.linear import Bilinear, Identity, Linear
from torch.nn.modules.module import Module

# Where the other layers are: they are loaded when first used.
_elsewhere = {
    "modules.adaptive": ("AdaptiveLogSoftmaxWithLoss",),
    "modules.attention": ("MultiheadAttention",),
    "modules.batchnorm": ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm"),
    "modules.instancenorm": ("InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"),
    "modules.conv": ("Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"),
    "modules.distance": ("CosineSimilarity", "PairwiseDistance"),
    "modules.dropout": ("AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"),
    "modules.flatten": ("Flatten", "Unflatten"),
    "modules.fold": ("Fold", "Unfold"),
    "modules.lazy": ("LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyConv1d", "LazyConv2d", "LazyConv3d",
                     "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
                     "LazyInstanceNorm3d", "LazyLinear"),
    "modules.linear_cross_entropy_options": ("LinearCrossEntropyOptions",),
    "modules.loss": ("BCELoss", "BCEWithLogitsLoss", "CTCLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "GaussianNLLLoss",
                     "HingeEmbeddingLoss", "HuberLoss", "KLDivLoss", "L1Loss", "LinearCrossEntropyLoss", "MSELoss", "MarginRankingLoss", "MultiLabelMarginLoss",
                     "MultiLabelSoftMarginLoss", "MultiMarginLoss", "NLLLoss", "NLLLoss2d", "PoissonNLLLoss", "SmoothL1Loss",
                     "SoftMarginLoss", "TripletMarginLoss", "TripletMarginWithDistanceLoss"),
    "modules.normalization": ("GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"),
    "modules.padding": ("CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
                        "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d",
                        "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d"),
    "modules.pixelshuffle": ("ChannelShuffle", "PixelShuffle", "PixelUnshuffle"),
    "modules.pooling": ("AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
                        "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "FractionalMaxPool2d", "FractionalMaxPool3d",
                        "LPPool1d", "LPPool2d", "LPPool3d", "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d"),
    "modules.rnn": ("GRU", "LSTM", "RNN", "RNNBase"),
    "modules.rnn_cell": ("GRUCell", "LSTMCell", "RNNCell", "RNNCellBase"),
    "modules.sparse": ("Embedding", "EmbeddingBag"),
    "modules.transformer": ("Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder",
                            "TransformerEncoderLayer"),
    "modules.upsampling": ("Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"),
}
_submodules = ("attention", "functional", "init", "utils", "modules", "parallel", "quantized")


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in [*_submodules, "DataParallel", *(name for names in _elsewhere.values() for name in names)]:
        __getattr__(name)


def __getattr__(name):
    from importlib import import_module
    for place, names in _elsewhere.items():
        if name in names:
            value = getattr(import_module("torch.nn." + place), name)
            globals()[name] = value
            return value
    if name in _submodules:
        return import_module("torch.nn." + name)
    if name == "DataParallel":
        from torch.nn.parallel import DataParallel
        globals()[name] = DataParallel
        return DataParallel
    raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
