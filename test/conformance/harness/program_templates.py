"""Templates of random programs: variables, expressions, conditions and statements.

    @kind    an expression of that kind: a template of EXPRESSIONS, a literal or a variable
    $kind    a variable of that kind, read or written in place
    &kind    a variable of that kind, assigned
    ~kind    the variable that the last hole of that kind in the template has become
    ?name    one of CHOICES[name]

Tensors hold quarters and numbers are clipped, so that sums in any order are exact and outputs compare as text.
"""
from dataclasses import dataclass

VARIABLES = {
    "int": ["count", "total"], "float": ["ratio", "level"], "bool": ["flag"], "text": ["word"],
    "tensor": ["first", "second", "third"], "part": ["part", "front"], "grid": ["grid"], "index": ["index"],
    "numbers": ["numbers", "scores"], "tensors": ["tensors"], "table": ["table"], "cells": ["cells"],
    "box": ["box", "other"], "pair": ["pair"], "nest": ["nest"], "log": ["log"], "weight": ["weight"],
}

# Variables in the order in which they are made, with what they may start as.
STARTS = {
    "count": ["1", "0"], "total": ["5"], "ratio": ["0.5"], "level": ["-1.0", "2.0"], "flag": ["True"], "word": ["'ab'"],
    "first": ["torch.tensor([0.5, -1.0, 2.0])"], "second": ["torch.tensor([1.0, 0.0, -3.0])", "first", "first.clone()"],
    "third": ["first", "second", "torch.ones(3)"], "grid": ["torch.zeros(2, 3)", "torch.stack([first, second])"],
    "part": ["first[1:]", "torch.ones(2)"], "front": ["second[:2]", "grid[1, 1:]"], "index": ["torch.tensor([2, 0, 1])"],
    "numbers": ["[1, 2, 3]"], "scores": ["numbers", "[4]"], "tensors": ["[first, second.clone()]", "[second, second]"],
    "table": ["{'a': 1.0, 'b': 2.5}"], "cells": ["{'a': second, 'b': first * 1}", "{'a': first, 'b': first}"],
    "box": ["Box(second, 1)", "Box(first, None)"], "other": ["Big(first, 0.5)", "box"], "pair": ["(1, first)"],
    "nest": ["{'a': [first, box], 'b': [second, other]}", "{'a': [second, box], 'b': [second, box]}"], "log": ["[0]", "[]"],
    "data": ["samples()"], "weight": ["torch.tensor([0.5, -1.0, 0.25], requires_grad=True)"],
    "optimizer": ["torch.optim.SGD([weight], lr=0.25)"],
}

LITERALS = {
    "int": ["-3", "-1", "0", "1", "2", "4", "7"], "float": ["0.5", "-0.25", "2.0", "1.5", "0.0", "3.0"],
    "bool": ["True", "False"], "text": ["'a'", "'bc'", "''", "'x-y'"],
}

CHOICES = {
    "arithmetic": ["+", "-", "*"], "bitwise": ["&", "|", "^"], "compare": ["<", ">", "==", "!=", "<=", ">="],
    "order": ["<", ">", "<=", ">="], "extreme": ["max", "min"], "place": ["0", "1", "2", "-1"], "end": ["0", "-1"],
    "few": ["2", "3", "4", "5", "7"], "rest": ["0", "1", "2"],
    "late": ["12", "15", "18", "21", "24", "27", "30", "33", "36", "39", "42"],
    "limit": ["-3", "-1", "-0.5", "0", "0", "0.5", "1", "2", "4"], "lengths": ["1", "2", "3", "4", "8", "20"],
    "key": ["'a'", "'b'"], "loose": ["'c'", "'d'"], "factor": ["0.5", "-1", "2"], "slice": ["1:", ":2", "::2"],
    "reduced": ["sum(0)", "amax(0)", "amin(0)", "t()[:, 0]"], "format": ["03d", "+d", "x", "b", ",", ">4"],
    "trunc": ["math.floor", "math.ceil", "math.trunc", "math.fabs"], "quantity": ["sum", "max", "min"],
    "whole": ["view(3)", "reshape(3)", "detach()", "unsqueeze(0)[0]", "view(1, 3).squeeze(0)", "view_as($tensor)"],
    "sided": [
        "$tensor[1:]", "$tensor[:2]", "$tensor.detach()[1:]", "$tensor.split([1, 2])[1]", "$tensor.split(2)[0]",
        "$grid[0, 1:]", "$grid[:, 0]", "$tensor.narrow(0, 1, 2)",
    ],
    "old": ["$tensor", "$nest[?key][0]", "$box.value", "$tensors[?end]", "$cells[?key]"],
    "new": [
        "$tensor * 1", "$tensor.clone()", "torch.zeros(3)", "work($tensor, ?rest)", "$tensor + 0.5", "$grid[0] * 0.5",
        "torch.relu($tensor)", "torch.where($tensor > 0, $tensor, $box.value)",
    ],
    "view": ["$tensor.?whole", "$box.value.detach()", "$grid[1]", "$grid.t()[:, 0]", "$tensors[0].?whole"],
    "replaced": ["&tensor", "$nest[?key][0]", "$box.value", "$tensors[?end]", "$cells[?key]", "&tensor"],
    "write": [
        ".add_(1)", ".mul_(?factor).clamp_(-16, 16)", ".mul_(0.5).add_(1)", "[?place] = quarter(@float)", "[?slice] = 0.5",
        ".zero_()", ".copy_(@tensor)", ".add_(@tensor).clamp_(-32, 32)", ".masked_fill_(@tensor > 2, 0.25)", ".sub_(0.25)",
        "[?slice] += 0.25", ".fill_(quarter(@float))",
    ],
    "loss": [
        "(weight * $tensor.detach()).sum()", "((weight - quarters($tensor)) ** 2).sum()",
        "torch.relu(weight * 2 - 0.25).sum()", "(weight[1:] * $tensor.detach()[:2]).sum()",
        "(weight * weight.detach().roll(1)).sum()",
    ],
}

# Branches on contents are parts of a specialised graph; branches on numbers, sizes and identities are guards.
CONDITIONS = {
    "contents": [
        "$tensor.sum() ?order ?limit", "$tensor.sum() ?order ?limit", "$tensor[?place] ?order @float",
        "$tensor[?place] ?order ?limit", "($tensor > $tensor).any()", "bool(($tensor < ?limit).all())",
        "$part.sum() ?order ?limit", "$grid[0].sum() ?order $grid[1, 0]", "$box.value.sum() ?order ?limit",
        "$tensors[?end][?place] ?order ?limit", "$cells[?key].abs().max() ?order ?limit",
        "$tensor.sum().item() ?order $float", "not $tensor[?place] ?order ?limit",
    ],
    "turns": ["$turn % ?few == ?rest", "$turn % ?few == ?rest", "$turn > ?late", "$turn == ?late", "$turn == ?late"],
    "state": [
        "@int ?compare @int", "@float ?order @float", "$bool", "not $bool", "@int in $numbers", "$box is $box",
        "isinstance($box, Big)", "$tensor is $tensor", "$tensor is $box.value", "$tensors[?end] is $tensor",
        "$cells[?key] is $tensor", "len($numbers) > ?lengths", "len($log) ?order ?lengths", "len($log) % ?few == ?rest",
        "?loose in $cells", "@text == @text", "@text in $text", "$box.extra is None", "$table.get('c') is None",
        "$numbers is $numbers", "not $log",
    ],
}

EXPRESSIONS = {
    "int": [
        "(@int ?arithmetic @int)", "(@int ?arithmetic @int)", "(@int ?bitwise @int)", "(@int // ?few)", "(@int % -?few)",
        "clip(@int)", "(@int if @condition else @int)", "int(@float)", "?extreme(@int, @int)", "abs(@int)", "len($numbers)",
        "len($log)", "(@bool + @int)", "int($tensor.argmax())", "$index[?place].item()", "(-@int)", "(~@int)",
        "sum($numbers)",
    ],
    "float": [
        "(@float ?arithmetic @float)", "(@float // ?few)", "(@float % 1.5)", "quarter(@float)",
        "(@float if @condition else @float)", "float(@int)", "?extreme(@float, @float)", "round(@float, 1)", "(@int / 4)",
        "quarter($tensor[?place].item())", "quarter(float($tensor.?quantity()))", "$table.get(@text, @float)",
        "(?trunc(@float) * 0.5)", "(-@float)",
    ],
    "bool": ["(@condition)", "(@condition and @condition)", "(@condition or @condition)", "(not @condition)"],
    "text": [
        "(@text + @text)[:12]", "f'{$int}'", "f'{$float:.2f}'", "str($bool)", "(@text if @condition else @text)",
        "f'{$text:>4}'[-8:]", "f'{$int:?format}'", "f'{$float!r}'[:6]", "type($box).__name__",
    ],
    "tensor": [
        "quarters(@tensor ?arithmetic @tensor)", "quarters(@tensor ?arithmetic @tensor)",
        "quarters(@tensor ?arithmetic @float)", "quarters(@tensor + clip(@int))", "@tensor.flip(0)",
        "torch.where(@tensor > @tensor, @tensor, $tensor)", "torch.maximum(@tensor, @tensor)", "@tensor.roll(1)",
        "@tensor.clone()", "torch.stack([@tensor, $tensor]).?reduced", "torch.cat([$part, $tensor])[:3]",
        "(@tensor if @condition else @tensor)", "$index.float()", "torch.full((3,), quarter(@float))",
        "torch.tensor([quarter(@float), 1.0, quarter($float)])", "$tensors[?end]", "@tensor.abs()",
        "(@tensor * (@tensor > 0))", "@tensor.cumsum(0).clamp(-9, 9)", "@tensor.sort()[0]", "@tensor[$index % 3]",
        "$tensor.?whole", "$box.value", "$cells[?key]", "work($tensor, @int)", "$weight.detach()", "$grid[?rest % 2]",
        "$box.get()",
    ],
    "index": [
        "((@index ?arithmetic @index) % 13)", "((@index + clip(@int)) % 11)", "@tensor.long()",
        "@tensor.argsort(stable=True)", "(@tensor > @float).long()", "@index.flip(0)", "(@index // -3)",
        "(torch.arange(3) + ?rest)",
    ],
    "numbers": [
        "[clip(@int), clip(@int)]", "[number + 1 for number in $numbers][-5:]", "($numbers + $numbers)[-4:]",
        "sorted($numbers)", "(@numbers if @condition else @numbers)", "$numbers[:]",
        "[number for number in $numbers if number > @int][-5:] + [?few]",
    ],
    "tensors": ["[@tensor, @tensor]", "$tensors[::-1]", "[item.clone() for item in $tensors]", "([@tensor] + $tensors)[:3]"],
    "table": [
        "{'a': quarter(@float), 'b': @float}", "dict($table)", "{key: quarter(value + 1) for key, value in $table.items()}",
        "{**$table, 'c': @float}",
    ],
    "cells": ["{'a': @tensor, 'b': $tensor}", "dict($cells)", "{**$cells, 'b': @tensor}"],
    "box": [
        "Box(@tensor, @int)", "Box($tensor, @float)", "Big(@tensor)", "($box if @condition else $box)",
        "($box if @condition else Box($tensor))",
    ],
    "pair": ["(@int, @tensor)", "($pair if @condition else (@text, $tensor))", "$box.both"],
    "log": ["$log[-6:]", "[]", "[$tensor]"], "part": ["?sided", "?sided", "(@part * 0.5)", "$part.clone()", "@part.flip(0)"],
    "grid": ["torch.stack([@tensor, $tensor])", "($grid * 0.5)", "$grid.flip(0)", "$grid.detach()"],
}

# Statements at the start of a body, which keep contents in motion: conditions hold in some turns and in others not.
MOTIONS = [
    "$tensor.copy_(data[i % 7])", "&tensor = data[i % 7] * 1", "$tensor.add_(data[i % 5]).clamp_(-8, 8)",
    "&tensor = quarters(data[i % 7] - $tensor * 0.5)", "$tensor[i % 3] = i * 3 % 7 - 3",
    "$tensor.mul_(-1).add_(i % 4 - 1).clamp_(-6, 6)", "$box.value = data[i % 6] + 0.25", "$cells['a'] = data[i % 7].clone()",
]

# Statements by what they are about; a function is made of some of these.
STATEMENTS = {
    "values": [
        "&int = @int", "&float = @float", "&bool = @bool", "&tensor = @tensor", "&tensor = @tensor", "&index = @index",
        "&int += clip(@int)", "&float -= @float", "&int = clip($int)", "&float = quarter($float)",
        "&tensor += quarters(@tensor)", "&tensor = quarters($tensor - @tensor)", "$index[?place] = clip(@int)",
        "$index %= 7", "print(f'{$int} {$float:.3f} {$bool}')",
    ],
    "texts": [
        "&text = @text", "&text = @text", "print(f'{$int:?format} {$text}')", "&float = $table.get($text, 1.0)",
        "$table[@text[:1]] = quarter(@float)", "print($text, $int)",
    ],
    "aliases": [
        "&tensor = $tensor", "$tensor?write", "$tensor?write", "$tensor?write", "$box.value?write", "$tensors[?end]?write",
        "$cells[?key]?write", "(?old if @condition else ?old)?write", "$nest[?key][0]?write", "$nest[?key][1].value?write",
        "$box.value, &tensor = $tensor, $box.value", "first, second = second, first", "&tensor = $box.put(@tensor)",
        "&tensor = ?old", "?replaced = ?old", "?replaced = ?new", "torch.add($tensor, 1, out=~tensor)",
        "$tensor.index_add_(0, $index % 3, $tensor.clone()).clamp_(-32, 32)", "$tensor[?place] += quarters($tensor).sum()",
    ],
    "views": [
        "&part = ?sided", "&part = ?sided", "$part.add_(0.5)", "$part[0] = quarter(@float)", "$part.mul_(0.5)",
        "$part.copy_(@part.clone())", "&tensor = $tensor.?whole", "&tensor = ?view", "?replaced = ?view",
        "$grid[?rest % 2] = @tensor", "$grid.mul_(0.5)", "&grid = @grid", "first, third = $grid.unbind(0)",
        "second, third = [row[0] for row in $grid.split(1)]", "$grid[:, 1].add_(1)",
        "front, part = ($tensor[:2], $tensor[1:])", "$log.append($part)", "print(show($part))", "$tensor.data.add_(0.25)",
    ],
    "containers": [
        "$numbers.append(clip(@int))", "if len($numbers) > 2:\n    &int = ~numbers.pop(?end)",
        "$numbers[?end:] = [@int % 9, ?few]", "$tensors[?end] = @tensor", "$tensors.insert(0, @tensor)\ndel ~tensors[3:]",
        "$table[?key] = quarter(@float)", "$table.pop(?loose, None)", "&float = $table.setdefault(?loose, 0.5) + 0.5",
        "$cells[?key] = @tensor", "$cells[?loose] = $tensor", "$cells.pop(?loose, None)", "$numbers.reverse()",
        "&numbers = $numbers", "&numbers = @numbers", "&tensors = @tensors", "&table = @table", "&cells = @cells",
        "&pair = @pair", "if len($numbers) > 6:\n    del ~numbers[2:]",
        "if isinstance($pair[1], torch.Tensor):\n    &int, &tensor = ($int, ~pair[1])",
    ],
    "growth": [
        "$log.append($int)", "$log.append($tensor)", "$log.append($tensor.sum().item())", "$log.append($tensor.clone())",
        "&int += len($log)", "if $log:\n    print(show(~log[-1]))", "if $log:\n    ~log[-1] = $int",
        "if len($log) > 9:\n    ~log.clear()", "$log.insert(0, $int)", "if $log:\n    ~log.pop()",
        "&int += sum(1 for item in $log if isinstance(item, int))", "$box.items.append($int)", "$box.items[-2:] = [$int]",
        "&int += len($box.items)", "$box.seen[$int % 5] = $tensor", "print(f'{$int}: {len($log)}')", "$box.add($tensor)",
        "&log = @log", "$log.append([$tensor, $box])", "$log.append(($int, len($log)))", "$log += [$tensor, $int]",
        "$log.extend($numbers)",
    ],
    "objects": [
        "$nest[?key][1] = @box", "$nest[?key] = [@tensor, $box]", "$nest[?key] = $nest[?key]", "&tensor, &box = $nest[?key]",
        "$box.extra = $box", "&box = $box", "&box = $box", "&box = @box", "box, other = other, box", "$box.value = @tensor",
        "$box.value = ?old", "$box.extra = @int", "$box.extra = @tensor", "$box.extra = @text", "$box.extra = None",
        "Big.scale = @int % 5", "&pair = $box.both", "$box.value = $box.get() * 0.5", "&tensor = $box.value",
        "setattr($box, 'value', ?old)", "&int = $box.count\n~box.count += 1",
    ],
    "helpers": [
        "&tensor, &tensor = ordered($tensor, $tensor)", "&tensor, &int = counted($tensor, @int)",
        "&tensor, $box.value = $box.value, $tensor", "&int, &float, &tensor = summary(@tensor)",
        "&tensor, &tensor = halved(@tensor, $tensor)", "&tensor = advanced($tensor, $box)",
        "$box.value, $cells[?key] = ordered($cells[?key], $tensor)",
    ],
    "training": [
        "loss = ?loss\nloss.backward()\nwith torch.no_grad():\n    weight -= 0.25 * weight.grad.clamp(-2, 2)\n"
        "    weight.copy_(quarters(weight))\nweight.grad = None",
        "loss = ?loss\nif @condition:\n    loss = loss * 2\nloss.backward()\nprint(show(weight.grad.clamp(-9, 9)))\n"
        "with torch.no_grad():\n    weight.sub_(quarters(weight.grad.clamp(-1, 1)))\n    weight.grad.zero_()",
        "hidden = weight * quarters($tensor)\nif @condition:\n    hidden = torch.relu(hidden)\nelif @condition:\n"
        "    hidden = hidden + 0.5\nhidden.sum().backward()\nweight.data.add_(quarters(weight.grad.clamp(-1, 1)))\n"
        "weight.grad = None",
        "weight = weight.detach().clone().requires_grad_()", "&tensor = weight.detach()",
        "print(show(weight), show(weight.grad))", "weight.data.clamp_(-8, 8)", "$box.extra = weight",
        "hidden = weight * 2\nif @condition:\n    hidden[0] = 0.5\nelse:\n    hidden = hidden.view(3)\n"
        "hidden.mul_(quarters($tensor))\nhidden.sum().backward()\nprint(show(weight.grad))\nweight.grad = None",
        "loss = torch.zeros(())\nfor step in range(3):\n    if @condition:\n        loss = loss + ?loss\n"
        "    elif @condition:\n        continue\n    loss = loss * 0.5\nif loss.requires_grad:\n    loss.backward()\n"
        "    weight.data.sub_(quarters(weight.grad.clamp(-1, 1)))\n    weight.grad = None",
        "optimizer.zero_grad()\nloss = ?loss\nif @condition:\n    loss = loss + ?loss\nloss.backward()\noptimizer.step()\n"
        "weight.data.copy_(quarters(weight).clamp(-8, 8))",
        "loss = ?loss\n$log.append(loss.item())\n(loss * 0.5).backward()\n&tensor = weight.grad\nweight.grad = None",
    ],
}

# Statements that may raise, for bodies of `try`.
RISKS = [
    "&int = $numbers[@int]", "&float = $table[@text]", "&int = 7 // ($int % 3)", "&tensor = $tensors[$int % 4]",
    "&tensor = $cells[?loose]", "&float = quarter(1 / $float)", "$log[3] = $int", "&tensor = $tensor.view(@int % 4)",
    "&int = int($text)",
]


@dataclass
class Manner:
    """A kind of functions: weights of conditions and of constructs, subjects, and how many statements the body has."""
    conditions: dict
    constructs: dict
    subjects: list
    sizes: tuple
    always: tuple = ()
    nesting: float = 0.45  # the part of the statements that are constructs


ALL = {"branches": 6, "replacement": 5, "way_out": 4, "inner_loop": 3, "handled": 3, "context": 2, "items": 2, "waiting": 1,
       "match": 1}
TENSORS = ["aliases", "views", "objects", "helpers", "training", "growth"]
RARELY = {"contents": 3, "turns": 5, "state": 0}
MANNERS = [
    # Small bodies, in which an alias lives for many turns.
    Manner(RARELY, {"replacement": 1}, [], (1, 3), ("aliases",), 0.7),
    Manner(RARELY, {"replacement": 2, "branches": 1, "items": 1}, [], (2, 3), ("aliases", "views"), 0.7),
    Manner(RARELY, {"way_out": 4, "branches": 1, "inner_loop": 1}, [], (3, 4), ("growth", "aliases"), 0.5),
    Manner({"contents": 8, "turns": 3, "state": 1}, ALL, TENSORS, (2, 4)),
    Manner({"contents": 8, "turns": 3, "state": 1}, {**ALL, "replacement": 20}, TENSORS, (3, 5), ("aliases",)),
    Manner({"contents": 6, "turns": 3, "state": 2}, {**ALL, "way_out": 15, "handled": 6, "inner_loop": 5, "context": 4},
           TENSORS, (3, 6), ("growth",)),
    Manner({"contents": 4, "turns": 2, "state": 1}, ALL, sorted(STATEMENTS), (3, 5)),
    Manner({"contents": 2, "turns": 2, "state": 2}, ALL, sorted(STATEMENTS), (4, 7)),
]
