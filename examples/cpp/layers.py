"""Parts of networks."""
import torch.nn as nn


def block(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, outputs), nn.ReLU())
