"""asyncio: contexts, context variables, threads, handlers of exceptions, and loops by hand."""
# form-expect: fail the form has other lines
import asyncio
import contextvars
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, nullcontext


async def say(text, delay):
    await asyncio.sleep(delay)
    print(text)
    return text.upper()


async def fail():
    raise ValueError("failed")


@asynccontextmanager
async def resource(name):
    print("open", name)
    try:
        yield name
    except KeyError as e:
        print("swallow", e)
    finally:
        print("close", name)


async def contexts():
    async with resource("r") as r:
        print(r)
    async with resource("s"):
        raise KeyError("k")
    try:
        async with resource("t"):
            raise ValueError("v")
    except ValueError as e:
        print("out", e)
    async with AsyncExitStack() as stack:
        print(await stack.enter_async_context(resource("u")))
        stack.push_async_callback(asyncio.sleep, 0)
        stack.callback(print, "callback")
        print(stack.enter_context(nullcontext(5)))

    async def gen():
        try:
            yield 1
            yield 2
        finally:
            print("gen closed")
    async with aclosing(gen()) as g:
        async for x in g:
            print(x)
            break


var = contextvars.ContextVar("var", default=0)


async def contextual():
    async def child(n):
        token = var.set(n)
        await asyncio.sleep(0)
        print("child", var.get())
        var.reset(token)
        print(var.get())
    var.set(9)
    await asyncio.gather(child(1), child(2))
    print(var.get(), var.name)


async def threads():
    loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(lambda: 5), await loop.run_in_executor(None, pow, 2, 5))
    fut = loop.create_future()
    import threading
    threading.Thread(target=lambda: loop.call_soon_threadsafe(fut.set_result, "from thread")).start()
    print(await fut)
    f = asyncio.run_coroutine_threadsafe
    r = []

    def other():
        r.append(f(asyncio.sleep(0.01, "remote"), loop).result(5))
    await asyncio.to_thread(other)
    print(r)
    calls = []
    loop.call_later(0.01, calls.append, 1)
    loop.call_soon(calls.append, 2)
    h = loop.call_later(0.005, calls.append, 3)
    h.cancel()
    await asyncio.sleep(0.02)
    print(calls, h.cancelled())


async def signals():
    import signal
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, came.set)
    loop.call_later(0.01, signal.raise_signal, signal.SIGUSR1)
    print(await asyncio.wait_for(came.wait(), 5), loop.remove_signal_handler(signal.SIGUSR1))
    print(loop.remove_signal_handler(signal.SIGUSR1), signal.getsignal(signal.SIGUSR1))


async def handler():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: print("handled", context["message"], repr(context.get("exception"))))
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    t = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del t
    import gc
    gc.collect()

for part in (contexts, contextual, threads, signals, handler):
    print("##", part.__name__)
    asyncio.run(part())


async def left():
    async def gen():
        try:
            while True:
                yield 1
        finally:
            await asyncio.sleep(0)
            print("left gen closed")
    async for x in gen():
        break
    asyncio.create_task(asyncio.sleep(100))
asyncio.run(left())
try:
    asyncio.run(fail())
except ValueError as e:
    print(e)
try:
    asyncio.get_running_loop()
except RuntimeError as e:
    print(e)
with asyncio.Runner() as runner:
    print(runner.run(say("runner", 0)))
loop = asyncio.new_event_loop()
print(loop.run_until_complete(say("loop", 0)), loop)
loop.close()
try:
    loop.run_until_complete(None)
except RuntimeError as e:
    print(e)
try:
    asyncio.run(5)
except ValueError as e:
    print(e)
async def cancel_twice():
    t = asyncio.current_task()
    print(t.cancelling())
    t.cancel()
    print(t.cancelling(), t.uncancel(), t.cancelling())
    try:
        await asyncio.sleep(1)
    except asyncio.CancelledError:
        print("c")
    print(len(asyncio.all_tasks()), t.get_name().startswith("Task-"))
asyncio.run(cancel_twice())
