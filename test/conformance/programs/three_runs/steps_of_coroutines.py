"""A training step called from a coroutine: the step is a graph, the coroutine stays generic."""
import asyncio
import torch
import torch.nn as nn


def step(model, opt, x, y):
    opt.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    opt.step()
    return loss


async def batches(n):
    g = torch.Generator().manual_seed(1)
    for _ in range(n):
        await asyncio.sleep(0)
        x = torch.randn(8, 4, generator=g)
        yield x, x.sum(1, keepdim=True)


async def train(name, n):
    torch.manual_seed(len(name))
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    total = 0.0
    async for x, y in batches(n):
        loss = step(model, opt, x, y)
        total += loss.item()
        if torch.is_grad_enabled() and total > 1e6:
            break
    return name, round(total, 3)


async def main():
    for result in await asyncio.gather(train("a", 30), train("bb", 40)):
        print(*result)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(train("c" * k, 10)) for k in range(1, 4)]
    print([task.result() for task in tasks])
    with torch.no_grad():
        print(sum([t.sum().item() async for t, _ in batches(3)]) != 0)


asyncio.run(main())
