"""Updates of parts of tensors, by numbers that change and by slices, some of which overlap."""
import torch
table = torch.zeros(4, 3)
cube = torch.zeros(2, 3, 4).transpose(0, 2)


def main():
    for i in range(16):
        table[i % 4] += i
        table[:, i % 3] *= 1.5
        cube[i % 4, 1] -= i
        table[1:3] -= table[2:4].clone()
        v = table[0]
        v.add_(table[0])
        try:
            table[1:] += table[:-1]
        except RuntimeError:
            table[2, 2] += 1
    print(table.tolist(), cube.tolist())


def rows():
    t = torch.zeros(5, 2)
    for i in range(20):
        t[i % 5] += torch.ones(2) * i
        t[i % 5] = t[(i + 1) % 5]
    print(t.tolist())


main()
rows()
