"""Integers divided in place by the number 0: the error comes before anything is written."""
import torch

for dtype in (torch.int64, torch.int32, torch.int8, torch.uint8):
    for by in (0, False, torch.tensor(0), torch.tensor([0]), torch.tensor(0, dtype=dtype)):
        for write in (lambda a: a.remainder_(by), lambda a: a.fmod_(by), lambda a: a.floor_divide_(by),
                      lambda a: a.div_(by, rounding_mode="trunc"), lambda a: a.div_(by, rounding_mode="floor")):
            for a in (torch.tensor([7, 8, 9], dtype=dtype), torch.arange(12, dtype=dtype).view(3, 4).t(), torch.empty(0, dtype=dtype)):
                try:
                    write(a)
                    print("done", a.tolist())
                except RuntimeError as error:
                    print(str(error)[:40], a.tolist())


def turn(wheel, step):
    wheel += 5
    wheel %= step
    return wheel


wheel, step = torch.tensor([7, 8, 9]), 4
for k in range(30):
    step = 0 if k == 25 else 4
    try:
        print(k, turn(wheel, step).tolist())
    except RuntimeError as error:
        print(k, error, wheel.tolist())
