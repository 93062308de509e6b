"""`to(memory_format=)`: strides that fit both formats count as contiguous, and what counts as the format is no copy."""
import torch

given = (torch.zeros(2, 1, 3, 3).as_strided((2, 1, 3, 3), (9, 0, 3, 1)), torch.zeros(2, 3, 1, 1), torch.zeros(1, 1, 1, 1),
         torch.zeros(2, 1, 4, 4), torch.zeros(2, 3, 4, 4).to(memory_format=torch.channels_last), torch.zeros(1, 3, 4, 1),
         torch.zeros(2, 1, 3, 3).as_strided((2, 1, 3, 3), (9, 1, 3, 1)), torch.zeros(2, 3, 4, 4)[:, :, ::2])
formats = (torch.channels_last, torch.contiguous_format, torch.preserve_format)


def shown(x):
    return [stride if size > 1 else 0 for size, stride in zip(x.shape, x.stride())]


def converted(x, memory_format):
    same = x.to(memory_format=memory_format)
    typed = x.to(torch.float32, memory_format=memory_format)
    copied = x.to(memory_format=memory_format, copy=True)
    return [same is x, typed is x, copied is x, shown(same), shown(copied), shown(same + 1)]


for x in given:
    for memory_format in formats:
        for step in range(4):
            seen = converted(x, memory_format)
        print(tuple(x.shape), x.stride(), memory_format, seen)


def made_dense(x, memory_format):
    made = x.contiguous(memory_format=memory_format)
    plain = x.contiguous()
    return [made is x, plain is x, made.data_ptr() == x.data_ptr(), shown(made), shown(made * 2)]


given += (torch.zeros(2, 4, 3, 2).transpose(1, 3), torch.zeros(2, 3, 4, 4).to(memory_format=torch.channels_last)[1:])
for x in given:
    for step in range(6):
        seen = made_dense(x, torch.channels_last)
        x.add_(seen[0])
    print(tuple(x.shape), x.stride(), seen)
volume = torch.zeros(2, 3, 1, 2, 2)
for step in range(6):
    seen = made_dense(volume, torch.channels_last_3d), made_dense(volume.to(memory_format=torch.channels_last_3d), torch.channels_last_3d)
    try:
        made_dense(volume, torch.channels_last)
    except RuntimeError as e:
        print(step, seen, e)
