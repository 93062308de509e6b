# Options of the cross entropy of a linear layer: what they are, what they refuse; they change no result.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x, w, t = torch.randn(4, 3), torch.randn(5, 3, requires_grad=True), torch.tensor([0, 1, 2, 3])
plain = nn.LinearCrossEntropyOptions()
print(plain, plain == nn.LinearCrossEntropyOptions(), hash(plain) == hash(nn.LinearCrossEntropyOptions()))
print("%.4f" % F.linear_cross_entropy(x, w, t, options=None).item())
layer = nn.LinearCrossEntropyLoss(3, 5, options=nn.LinearCrossEntropyOptions(batch_chunk_size=2, chunking_method=None))
print(layer)
print("%.4f" % layer(x, t).item())
for given in ({"acc_policy": "x"}, {"chunking_method": "z"}, {"chunking_method": "aspect_ratio:"}, {"batch_chunk_size": -1},
              {"acc_dtype": 3}, {"acc_dtype": torch.int32}, {"batch_chunk_size": "a"}, {"chunking_method": "aspect_ratio:2"}):
    try:
        print(nn.LinearCrossEntropyOptions(**given))
    except ValueError as e:
        print(given, e)
try:
    plain.acc_policy = "compact"
except AttributeError as e:
    print(type(e).__name__, e)
