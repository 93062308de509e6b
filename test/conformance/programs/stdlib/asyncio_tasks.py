"""asyncio: tasks, timeouts, groups, queues and locks."""
import asyncio


async def say(text, delay):
    await asyncio.sleep(delay)
    print(text)
    return text.upper()


async def basics():
    print(await asyncio.gather(say("b", 0.02), say("a", 0.01), say("c", 0.03)))
    t = asyncio.create_task(say("task", 0.01), name="my-task")
    print(t.get_name(), t.done())
    print(await t, t.done(), t.result())
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.01)
    except asyncio.TimeoutError as e:
        print("timeout", type(e).__name__)
    t = asyncio.create_task(asyncio.sleep(10))
    await asyncio.sleep(0)
    t.cancel("reason")
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args, t.cancelled())
    done, pending = await asyncio.wait([asyncio.create_task(say("x", 0.01)), asyncio.create_task(say("y", 0.5))],
                                       return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending))
    for p in pending:
        p.cancel()
    for coro in asyncio.as_completed([say("2", 0.02), say("1", 0.01)]):
        print("got", await coro)
    results = await asyncio.gather(say("ok", 0), asyncio.sleep(0, "v"), fail(), return_exceptions=True)
    print(results)
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(5)
    except TimeoutError:
        print("timeout block")
    print(await asyncio.shield(say("shielded", 0.01)))


async def fail():
    raise ValueError("failed")


async def groups():
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(say("g1", 0.01))
        b = tg.create_task(say("g2", 0.02))
    print(a.result(), b.result())
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(fail())
            tg.create_task(say("never", 1))
    except* ValueError as eg:
        print(repr(eg), eg.exceptions)


async def queues():
    q = asyncio.Queue(maxsize=2)
    seen = []

    async def consumer():
        while True:
            x = await q.get()
            seen.append(x)
            q.task_done()
    c = asyncio.create_task(consumer())
    for i in range(5):
        await q.put(i)
    await q.join()
    c.cancel()
    print(seen, q.empty())
    p = asyncio.PriorityQueue()
    for x in (3, 1, 2):
        p.put_nowait(x)
    print([p.get_nowait() for _ in range(3)])
    try:
        p.get_nowait()
    except asyncio.QueueEmpty:
        print("empty")


async def locks():
    lock = asyncio.Lock()
    order = []

    async def use(i):
        async with lock:
            order.append(i)
            await asyncio.sleep(0.001)
            order.append(i)
    await asyncio.gather(*(use(i) for i in range(3)))
    print(order, lock.locked())
    ev = asyncio.Event()
    w = asyncio.create_task(ev.wait())
    await asyncio.sleep(0)
    ev.set()
    print(await w)
    cond = asyncio.Condition()

    async def waiter():
        async with cond:
            await cond.wait()
            return "notified"
    w = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    async with cond:
        cond.notify_all()
    print(await w)
    sem = asyncio.Semaphore(2)
    running = most = 0

    async def limited():
        nonlocal running, most
        async with sem:
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1
    await asyncio.gather(*[limited() for _ in range(6)])
    print(most)
    barrier = asyncio.Barrier(3)

    async def meet():
        return await barrier.wait()
    print(sorted(await asyncio.gather(*[meet() for _ in range(3)])))


for part in (basics, groups, queues, locks):
    print("##", part.__name__)
    asyncio.run(part())
