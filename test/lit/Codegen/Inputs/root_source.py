import torch


def make(w):
    def train(x, limit):
        total = 0.0
        for step in range(6):
            loss = (x * w).sum()
            if loss.item() > limit:
                return step
            total = total + loss.item()
        return total

    return train


train = make(torch.ones(3))
for i in range(6):
    train(torch.ones(3), 9.0)
