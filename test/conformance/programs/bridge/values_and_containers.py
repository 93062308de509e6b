import _toolbox

items, table, names = [1], {"a": 1}, {1}
result = _toolbox.change(items, table, names)
print(items, table, sorted(map(str, names)), result[0] is items, result[1] is table, table["tool"] is items)

keeper = _toolbox.Keeper()
first, second = [], [[1], [2]]
print(keeper.keep(first) is first, keeper.keep(second) is second)
keeper.push("x")
print(first, second)
first.append("mine")
second[0].append("inner")
print(keeper.kept, keeper.last() is second, keeper.last()[0] is second[0])
first.clear()
second[:] = [9, 8]
print(keeper.kept)
mine = keeper.kept
mine.append([5])
print(len(keeper.kept), keeper.last())
keeper.drop()
print(mine, first, second)

loop = [1]
loop.append(loop)
print(keeper.keep(loop) is loop, keeper.last()[1] is loop, keeper.kept[0][1][1][0])
keeper.drop()
data = bytearray(b"abc")
keeper.keep(data)
data += b"def"
print(keeper.last() is data, bytes(keeper.last()), keeper.last() == data)
deep = {"k": [{"x": (1, [2, 3])}]}
keeper.drop()
keeper.keep([deep])
deep["k"][0]["x"][1].append(4)
print(keeper.last())
numbers, floats = list(range(1000)), [i / 2 for i in range(1000)]
print(_toolbox.call(sum, numbers), _toolbox.call(sum, floats), _toolbox.call(list, numbers) == numbers)
print(_toolbox.call(sorted, {3: "c", 1: "a"}), _toolbox.call(dict, a=1, b=[2]), _toolbox.call(frozenset, [1, 1, 2]))
big = 10 ** 40
values = [None, True, False, 0, -1, 2 ** 63, -2 ** 63, big, -big, 1.5, float("inf"), 3 + 4j, "text", "\u00e9\U0001f600",
          "\ud800", b"\x00\xff", (), (1, (2,)), frozenset({1}), range(1, 9, 2), slice(1, None, 2), ..., NotImplemented]
for value in values:
    back = _toolbox.call(lambda v: v, value)
    print(back == value, type(back) is type(value), ascii(back))
print(_toolbox.call(type, 3) is int, _toolbox.call(type, "x") is str, _toolbox.call(type, None) is type(None))
