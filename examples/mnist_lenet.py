"""Trains LeNet-5 on handwritten digits in MNIST's IDX format.

    python3 mnist_lenet.py                       # the digits in ./data
    python3 mnist_lenet.py --data ~/mnist        # the real MNIST, unpacked
"""
# What the tests pass:
# args: --epochs 1
import argparse
import os
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class LeNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, kernel_size=5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, kernel_size=5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


def read_idx(path):
    """Reads one IDX file of unsigned bytes: a big-endian header, then the values."""
    with open(path, "rb") as f:
        header = f.read(4)
        if len(header) < 4:
            raise ValueError(f"{path}: too short for an IDX file")
        zero, kind, rank = struct.unpack(">HBB", header)
        if zero != 0 or kind != 8:
            raise ValueError(f"{path}: not an IDX file of unsigned bytes")
        sizes = f.read(4 * rank)
        if len(sizes) < 4 * rank:
            raise ValueError(f"{path}: too short for an IDX file")
        shape = struct.unpack(f">{rank}I", sizes)
        values = f.read()
    count = 1
    for size in shape:
        count *= size
    if len(values) != count:
        raise ValueError(f"{path}: {count} values expected, {len(values)} found")
    return torch.frombuffer(bytearray(values), dtype=torch.uint8).reshape(shape)


def load(folder, name):
    images = read_idx(os.path.join(folder, f"{name}-images-idx3-ubyte"))
    labels = read_idx(os.path.join(folder, f"{name}-labels-idx1-ubyte"))
    images = images.unsqueeze(1).float()
    if images.shape[2:] != (28, 28):
        images = F.interpolate(images, size=(28, 28), mode="bilinear", align_corners=False)
    images = (images - images.mean()) / images.std()
    return images, labels.long()


def evaluate(model, images, labels, batch_size):
    model.eval()
    correct = 0
    with torch.no_grad():
        for start in range(0, len(images), batch_size):
            output = model(images[start:start + batch_size])
            prediction = output.argmax(dim=1)
            correct += (prediction == labels[start:start + batch_size]).sum().item()
    return correct / len(images)


def main():
    parser = argparse.ArgumentParser(description="LeNet-5 on handwritten digits")
    parser.add_argument("--data", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "data"),
                        metavar="DIR", help="folder with MNIST's IDX files (default: the digits in ./data)")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the training set (default: 10)")
    parser.add_argument("--batch-size", type=int, default=50, metavar="N", help="images a step (default: 50)")
    parser.add_argument("--lr", type=float, default=0.02, help="learning rate (default: 0.02)")
    parser.add_argument("--momentum", type=float, default=0.9, help="momentum of SGD (default: 0.9)")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and shuffling (default: 1)")
    parser.add_argument("--log-interval", type=int, default=10, metavar="N", help="steps between printed losses")
    parser.add_argument("--save", metavar="FILE", help="keep the trained weights in FILE")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    train_images, train_labels = load(args.data, "train")
    test_images, test_labels = load(args.data, "t10k")
    print(f"{len(train_images)} training images, {len(test_images)} test images")

    model = LeNet()
    optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=args.momentum)
    print(f"{sum(p.numel() for p in model.parameters())} parameters")

    for epoch in range(1, args.epochs + 1):
        model.train()
        order = torch.randperm(len(train_images))
        total = 0.0
        steps = 0
        for start in range(0, len(train_images), args.batch_size):
            index = order[start:start + args.batch_size]
            images = train_images[index]
            labels = train_labels[index]

            optimizer.zero_grad()
            output = model(images)
            loss = F.cross_entropy(output, labels)
            loss.backward()
            optimizer.step()

            total += loss.item()
            steps += 1
            if epoch == 1 and steps % args.log_interval == 0:
                print(f"epoch {epoch} step {steps}: loss {loss.item():.4f}")
        accuracy = evaluate(model, test_images, test_labels, args.batch_size)
        print(f"epoch {epoch}: mean loss {total / steps:.4f}, test accuracy {accuracy:.2%}")

    path = args.save or "lenet.pt"
    torch.save(model.state_dict(), path)
    restored = LeNet()
    restored.load_state_dict(torch.load(path))
    if not args.save:
        os.remove(path)
    accuracy = evaluate(restored, test_images, test_labels, args.batch_size)
    print(f"restored from file: test accuracy {accuracy:.2%}")


if __name__ == "__main__":
    main()
