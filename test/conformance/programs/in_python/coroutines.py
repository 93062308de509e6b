"""async def, its generators and contexts: in Python, with the program's objects."""
# janusc: --fallback=python
import asyncio
import torch
import torch.nn as nn

log = []

class Resource:
    def __init__(self, name):
        self.name = name

    async def __aenter__(self):
        log.append("open " + self.name)
        return self

    async def __aexit__(self, kind, value, traceback):
        log.append("close " + self.name)
        return kind is KeyError

    def describe(self):
        return f"resource {self.name}"

async def count(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i

async def worker(name, model, batches):
    total = 0.0
    async with Resource(name) as resource:
        async for i in count(len(batches)):
            out = model(batches[i])
            total += out.sum().item()
            log.append(f"{resource.describe()} step {i}")
    return name, round(total, 4)

async def failing():
    async with Resource("failing"):
        raise KeyError("swallowed")
    return "after"

def main():
    torch.manual_seed(0)
    model = nn.Linear(3, 2)
    batches = [torch.ones(1, 3) * i for i in range(3)]

    async def all_of_them():
        first, second = await asyncio.gather(worker("a", model, batches), worker("b", model, batches[:2]))
        more = [i async for i in count(3)]
        return first, second, more

    for result in asyncio.run(all_of_them()):
        print(result)
    print(asyncio.run(failing()))
    for line in log:
        print(line)

main()
