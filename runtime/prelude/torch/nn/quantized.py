"""torch.nn.quantized, which has moved to torch.ao.nn.quantized."""
from torch.ao.nn.quantized import FloatFunctional
