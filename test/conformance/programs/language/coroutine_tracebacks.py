"""An exception that nobody catches shows each coroutine that it came through, generators among them."""
async def inner(x):
    return 1 / x


async def outer():
    async for y in gen():
        await inner(y)


async def gen():
    yield 1
    yield 0


import traceback
try:
    outer().send(None)
except ZeroDivisionError:
    traceback.print_exc()


outer().send(None)
