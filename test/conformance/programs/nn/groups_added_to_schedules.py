# Schedules whose optimizer gets a group of parameters later.
import warnings

import torch
from torch.optim import lr_scheduler

warnings.simplefilter("ignore")

SCHEDULES = {
    "step": lambda o: lr_scheduler.StepLR(o, 3, 0.5),
    "milestones": lambda o: lr_scheduler.MultiStepLR(o, [2, 2, 5], 0.1),
    "constant": lambda o: lr_scheduler.ConstantLR(o, 0.3, 4),
    "linear": lambda o: lr_scheduler.LinearLR(o, 0.1, 1, 6),
    "exponential": lambda o: lr_scheduler.ExponentialLR(o, 0.9),
    "polynomial": lambda o: lr_scheduler.PolynomialLR(o, 8, 2.0),
    "cosine": lambda o: lr_scheduler.CosineAnnealingLR(o, 5, 1e-3),
    "restarts": lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 3, 2, 1e-4),
    "cyclic": lambda o: lr_scheduler.CyclicLR(o, 0.001, 0.1, 3),
    "lambda": lambda o: lr_scheduler.LambdaLR(o, lambda e: 0.95 ** e),
    "multiplied": lambda o: lr_scheduler.MultiplicativeLR(o, lambda e: 0.9),
    "plateau": lambda o: lr_scheduler.ReduceLROnPlateau(o, patience=0),
    "plateau with limits": lambda o: lr_scheduler.ReduceLROnPlateau(o, patience=0, min_lr=[0.01]),
    "plateau with a limit": lambda o: lr_scheduler.ReduceLROnPlateau(o, patience=0, min_lr=0.3),
}


def parameters():
    return [torch.nn.Parameter(torch.ones(1))]


for name, make in SCHEDULES.items():
    optimizer = torch.optim.SGD(parameters(), 0.1, momentum=0.9)
    schedule = make(optimizer)
    optimizer.step()
    optimizer.add_param_group({"params": parameters(), "lr": 0.5})
    try:
        for step in range(3):
            schedule.step(1.0) if "plateau" in name else schedule.step()
            print(name, [round(group["lr"], 6) for group in optimizer.param_groups],
                  [round(lr, 6) for lr in schedule.get_last_lr()])
    except (RuntimeError, ValueError) as error:
        print(name, type(error).__name__, error, [round(group["lr"], 6) for group in optimizer.param_groups])
