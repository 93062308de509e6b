import math
import sys
import torch

class Box:
    count = 7

    def __init__(self):
        self.items = [1, (2.5, None), ...]
        self.table = {"a": math.sqrt, 2: True}
        self.text, self.big, self.inf, self.f, self.none = 'say "hi"\n', 2 ** 70, math.inf, 1.0, None

    @property
    def x(self):
        return 1

    @x.setter
    def x(self, value):
        pass


def main():
    box = Box()
    total = 0
    for i in range(5):
        if i > 3:
            total += 3
        total += box.count if i == 10 else int(torch.tensor(i))
        if len(sys.argv) > 1 and i == 4:
            raise ValueError("as asked")
    print(total + 7)


main()
