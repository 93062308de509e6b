# `async for` and `async with` await what the protocol's methods give; only `__anext__` ends a loop.
# RUN: %janusc %s --emit=ir --passes= | %FileCheck %s


# CHECK-LABEL: func @managed(%manager: dyn) params(positional=1) generator coroutine
# CHECK: [[MANAGER:%[0-9]+]] = slot.load $manager : dyn
# CHECK-NEXT: py.async_exit_method [[MANAGER]] : dyn
# CHECK: [[ENTER:%[0-9]+]] = py.async_enter [[MANAGER]] : dyn
# CHECK-NEXT: py.await 2 [[ENTER]] : dyn
# CHECK: except([[RAISED:%[0-9]+]]: exception)
# CHECK: [[EXIT:%[0-9]+]] = py.async_exit {{%[0-9]+}}, [[RAISED]] : dyn
# CHECK-NEXT: [[ANSWER:%[0-9]+]] = py.await 3 [[EXIT]] : dyn
# CHECK-NEXT: py.truth [[ANSWER]] : bool
async def managed(manager):
    async with manager:
        pass


# CHECK-LABEL: func @loop(%items: dyn) params(positional=1) generator coroutine
# CHECK: [[ITERATOR:%[0-9]+]] = py.async_iter
# CHECK-NEXT: while cond {
# CHECK-NEXT: try body {
# CHECK-NEXT: [[NEXT:%[0-9]+]] = py.async_next [[ITERATOR]] : dyn
# CHECK-NEXT: py.await 1 [[NEXT]] : dyn
# CHECK: except([[ERROR:%[0-9]+]]: exception)
# CHECK-NEXT: py.async_ended [[ERROR]] : bool
# CHECK: } do {
# CHECK: py.await 0
async def loop(items):
    async for item in items:
        await item


# CHECK-LABEL: func @numbers() generator async_generator
# CHECK: py.yield
async def numbers():
    yield 1


# A comprehension that awaits is built in place; a generator expression is an asynchronous generator.
# CHECK-LABEL: func @comprehensions
# CHECK: py.async_iter
# CHECK: py.list_append
# CHECK: func @comprehensions.<locals>.<genexpr>{{.*}} generator async_generator
async def comprehensions(items):
    return [x async for x in items], (await x for x in items)
