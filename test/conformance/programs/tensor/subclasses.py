"""Instances of a subclass of torch.Tensor: results are of the class, attributes are the instance's own."""
import copy
import io
import torch


class Image(torch.Tensor):
    channels = 3

    def brighter(self, by):
        return self + by


x = Image([[1.0, 2.0], [3.0, 4.0]])
x.origin = "camera"
print(type(x), x, x.origin, x.channels)
for y in (x + 1, 1 - x, x * x, x @ x, -x, x > 2, x.sum(), x.mean(0), x.t(), x[0], x[x > 2], x.T, x.view(-1), x.clone(), x.detach(),
          x.double(), x.to(torch.int32), x.reshape(4), torch.relu(x), torch.stack([x, x]), torch.cat((x, torch.zeros(1, 2))),
          torch.nn.functional.softmax(x, dim=0), x.brighter(2), torch.where(x > 1, x, 0.0), x.new_zeros(2), torch.zeros_like(x),
          torch.ones(2, 2) + x, x.data, torch.linalg.det(x), torch.einsum("ij->i", x), x.expand(2, 2, 2), x.flatten()):
    print(type(y).__name__, tuple(y.shape), hasattr(y, "origin"), y)
print([type(p).__name__ for p in x.split(1)], type(x.max(0)).__name__, type(x.max(0).values).__name__, x.max(0))
print([type(p).__name__ for p in x], type(x.shape), type(x.tolist()), type(x.item() if x.numel() == 1 else x.size(0)))
print([type(p).__name__ for p in torch.unbind(x)], type(torch.broadcast_tensors(x, x[0])), x.numel(), len(x), x.dim())
x += 1
x.mul_(2)
x[0, 0] = 7
x[1] = torch.tensor([5.0, 6.0])
print(type(x), x, x.origin)
print(isinstance(x, torch.Tensor), torch.is_tensor(x), issubclass(Image, torch.Tensor), x.is_contiguous(), x.dtype, x.device)
y = copy.copy(x)
print(type(y), y, y.origin)
try:
    copy.deepcopy(x)
except RuntimeError as error:
    print(error)
file = io.BytesIO()
torch.save({"image": x}, file)
file.seek(0)
z = torch.load(file, weights_only=False)["image"]
print(type(z), z, z.origin)
p = torch.ones(2, 2).as_subclass(Image)
print(type(p), p._is_view(), p._base is None)
q = x.as_subclass(torch.Tensor)
print(type(q), q)
print(f"{x.sum()} {x}", str(x.sum()), x.sum() == 20)
try:
    print(f"{x.sum():.2f}")
except TypeError as error:
    print(error)
print(bool(x.sum()), float(x.sum()), int(x.sum()), x.sum().item(), 7.0 in x, [0, 1, 2, 3][Image([2.0]).long()])
with torch._C.DisableTorchFunctionSubclass():
    print(type(x + 1), type(x.clone()), type(x))
for cls in (int, 3):
    try:
        torch.ones(2).as_subclass(cls)
    except TypeError as error:
        print(error)
print(Image(torch.tensor([1, 2])), Image(3).shape, Image().shape)
print(torch.Tensor.add, torch.Tensor.shape, torch.Tensor.__getitem__)
