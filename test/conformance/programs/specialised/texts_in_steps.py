"""Texts that a step computes of its numbers: formats, operators and methods, printed, kept in lists, attributes and dicts."""
# tier2: <module>.loop.body 80% after 2
# tier2: <module>.loop#3.body 2
import torch
import torch.nn as nn

torch.manual_seed(5)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(12, 4, 3)
labels = torch.randint(0, 2, (12, 4))


class Log:
    def __init__(self):
        self.last = ""
        self.lines = []

    def note(self, text):
        self.last = text
        self.lines.append(text)


log = Log()


def step(number, x, y, name="train"):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    value = loss.item()
    print("[{}/{}] {name}: loss {:.4f}, {:>8.2e}|{:<7}|{:^9}|".format(number + 1, len(data), value, value * 100, number, True, name=name))
    print("[%d/%d] %s: loss %.4f %5.1f%% %5d|%-5d|%05d|%+d %x %r %s" % (
        number, len(data), name, value, value * 10, number, number, number, number, number + 10, name, None))
    print("%.3f" % value, "%s" % round(value, 3), "loss: " + str(number) + "!", "=" * number + ">", sep="|")
    print("{0:.3f} {1} {0:.1f}".format(loss.detach(), number), "%.3f %d" % (loss.detach(), loss.detach() * 10), "{:>8.3f}".format(loss.detach()))
    print(f"{loss.detach():.4f} {loss.item():>10.3f}", str(number).zfill(4), str(number).rjust(5, "."), f"{name}-{number}".upper().center(14, "*"))
    print(", ".join("{}={:.2f}".format(key, number_of) for key, number_of in [("a", value), ("b", number)]))
    log.note("step %d" % number + ": " + f"{value:.3f}")
    return "{:>3}".format(number).strip() + "/" + name.title()


for number in range(12):
    names = step(number, data[number], labels[number])
print(names, log.last, len(log.lines), log.lines[3])


def wrong(x, text, number):
    y = (x * 2).sum()
    try:
        return text.format(number, y.item())
    except (ValueError, IndexError, KeyError) as error:
        return type(error).__name__


for text in ["{:d} {:.1f}", "{:d} {:.1f}", "{:d} {:.1f}", "{:x} {:.2f}", "{2}", "{:d} {key}", "{:q}"]:
    for number in range(3):
        print(wrong(torch.ones(3) * number, text, number))


def table(rows):
    total = torch.zeros(())
    lines = []
    for row in rows:
        total = total + row.sum()
        lines.append("%-6s|%8.3f" % ("row", row.sum().item()))
    return "\n".join(lines) + "\n%-6s|%8.3f" % ("total", total.item())


for number in range(4):
    print(table(torch.arange(6.0).view(2, 3) + number))
