"""At the end of a program `__del__` sees the module's names; the order is that of making."""
ended = []


class Net:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        ended.append(self.number)
        print("end", self.number, helper(ended), KEPT)


def helper(items):
    return len(items)


KEPT = 3
first = Net(1)
rest = [Net(2), {"net": Net(3)}]


def ring():
    a, b = Net(4), Net(5)
    a.other, b.other = b, a


ring()
last = Net(6)
print("main ends")
