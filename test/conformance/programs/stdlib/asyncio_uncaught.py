"""An exception that leaves asyncio.run(): its chain, through tasks and gather()."""
# stderr: last line asyncio's own frames have other files
import asyncio
async def f(): raise ValueError("x")
async def g():
    try: await f()
    except ValueError as e: raise KeyError(1) from e
async def main():
    await asyncio.gather(g(), asyncio.sleep(1))
asyncio.run(main())
