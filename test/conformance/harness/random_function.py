"""A random function with a loop: statements of program_templates in random constructs, with ways out of them."""
import copy
import random
import re

from .program_templates import (CHOICES, CONDITIONS, EXPRESSIONS, LITERALS, MANNERS, MOTIONS, RISKS, STARTS, STATEMENTS,
                                VARIABLES)

HOLE = re.compile(r"([@$&~?])(\w+)")
OF_ITSELF = re.compile(r"(\S+) is \1")
DEEPEST_EXPRESSION = 2
DEEPEST_CONSTRUCT = 3
# Places of the body of the loop: in it, in a function that returns all variables, in a method, or on globals.
STYLES = ["inline", "inline", "inline", "while", "step", "method", "globals"]
ITEMS = [("tensor", "tensors"), ("tensor", "cells.values()"), ("tensor", "(first, second)"), ("tensor", "grid"),
         ("tensor", "list(box.seen.values())"), ("tensor", "[entry[0] for entry in nest.values()]"),
         ("int", "list(numbers)"), ("box", "(box, other)")]
RANGES = ["range(2)", "range(3)", "range(i % 4)", "range(min(3, len(numbers)))", "(1, 0, 2)"]
CONTEXTS = ["$box", "counting($box, 2) as &int", "torch.no_grad()", "counting($box, 1)"]
STATE = "<all variables>"
SHOWN = "<variables but the data>"
# Statements that leave bodies that are functions of their own.
LEAVES = {"step": f"return {STATE}", "method": "return"}


def indented(lines, depth=1):
    return ["    " * depth + line for line in lines]


def used(name, text):
    return re.search(rf"(?<![\w.'\"]){name}\b", text) is not None


class Function:
    def __init__(self, seed, number):
        self.random = random.Random(seed * 1000 + number)
        self.number = number
        self.style = self.random.choice(STYLES)
        self.turns = self.random.randint(40, 50)
        self.names = dict(VARIABLES)
        self.counters = ["i"]  # integers that are read only
        self.items_of = []     # kinds and names of the items of loops around the statement
        self.depth = 0         # of constructs
        self.loops = 0         # around the statement, within the body
        self.tries = 0
        self.gradients = True  # not under no_grad
        self.manner = self.random.choice(MANNERS)
        more = self.random.randint(2, 3) if self.manner.subjects else 0
        self.subjects = [*self.manner.always, *self.random.sample(self.manner.subjects, more)]
        self.statements = [statement for subject in self.subjects for statement in STATEMENTS[subject]]

    # Templates.

    def one_of(self, weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def variables(self, sign, kind):
        if kind == "turn":
            return self.counters[:1]
        counters = self.counters if kind == "int" and sign == "$" else []
        items = [item for its, item in self.items_of if its == kind] if sign == "$" else []
        return self.names.get(kind, []) + counters + items

    def possible(self, template):
        """Whether there are variables for all holes."""
        return all(self.variables(sign, kind) for sign, kind in HOLE.findall(template) if sign in "$&")

    def fill(self, template, depth=0):
        chosen = {}

        def value(hole):
            sign, kind = hole.groups()
            if sign == "~":
                return chosen[kind]
            if sign == "?":
                options = [option for option in CHOICES[kind] if self.possible(option)]
                return self.fill(self.random.choice(options), depth)
            if sign == "@":
                return self.expression(kind, depth + 1)
            chosen[kind] = self.random.choice(self.variables(sign, kind))
            return chosen[kind]
        return HOLE.sub(value, template)

    def expression(self, kind, depth):
        if kind == "condition":
            return self.condition(depth)
        simple = LITERALS.get(kind, []) + self.variables("$", kind) * 2
        if simple and (depth > DEEPEST_EXPRESSION or self.random.random() < 0.25):
            return self.random.choice(simple)
        templates = [template for template in EXPRESSIONS[kind] if self.possible(template)]
        if depth > DEEPEST_EXPRESSION:
            templates = [template for template in templates if "@" not in template] or templates
        return self.fill(self.random.choice(templates), depth)

    def condition(self, depth=0):
        about = self.one_of(self.manner.conditions)
        templates = [template for template in CONDITIONS[about] if self.possible(template)] or ["not $numbers"]
        if depth > DEEPEST_EXPRESSION:
            templates = [template for template in templates if "@" not in template] or templates
        text = self.fill(self.random.choice(templates), depth)
        return self.condition(depth) if OF_ITSELF.fullmatch(text) else text

    # Statements.

    def statement(self):
        if self.depth < DEEPEST_CONSTRUCT and self.random.random() < (self.manner.nesting if self.depth == 0 else 0.3):
            self.depth += 1
            construct = self.one_of(self.manner.constructs)
            lines = getattr(self, construct)()
            self.depth -= 1
            return lines
        return self.plain()

    def plain(self):
        fitting = [text for text in self.statements if self.possible(text) and (self.gradients or "backward" not in text)]
        return self.fill(self.random.choice(fitting)).split("\n")

    def block(self, least, most):
        count = self.random.randint(least, most)
        return [line for _ in range(count) for line in self.statement()] or ["pass"]

    def branches(self):
        lines = [f"if {self.condition()}:", *indented(self.block(1, 2))]
        while self.random.random() < 0.3:
            lines += [f"elif {self.condition()}:", *indented(self.block(1, 2))]
        if self.random.random() < 0.5:
            lines += ["else:", *indented(self.block(1, 2))]
        return lines

    def replacement(self):
        """A chain whose sides give one place an old object, a new one or none; then writes in place through it."""
        place = self.fill("?replaced")
        sides = self.random.randint(1, 4)
        heads = ["if", *["elif"] * (sides - 1)]
        lines = []
        for head in heads:
            lines += [f"{head} {self.condition()}:", *indented(self.replaced(place))]
        if self.random.random() < 0.5:
            lines += ["else:", *indented(self.replaced(place))]
        for _ in range(self.random.randint(0, 2)):
            lines.append(self.random.choice([place, place, self.fill("?old")]) + self.fill("?write", 1))
        return lines

    def replaced(self, place):
        if self.random.random() < 0.15:
            return self.branches()
        if self.random.random() < 0.2:
            return [place + self.fill("?write", 1)]
        return [f"{place} = {self.fill(self.random.choice(['?old', '?old', '?new', '?new', '?view']))}"]

    def way_out(self):
        """A conditional way out of the construct around it; late when it ends the outer loop."""
        ways = ["raise Stop(i)"] * 3 if self.tries else []
        if self.loops:
            ways += ["continue"] * 4 + ["break"] * 4
        else:
            ways += [LEAVES.get(self.style, "continue")] * 6
        late = ""
        if self.random.random() < 0.15:
            ends = ["raise Stop(i)", self.end(), self.end()]
            ways = ends if self.loops or self.style in LEAVES else [*ends, "break"]
            late = f"i > {self.random.randint(25, 42)} and "
        before = self.block(1, 1) if self.random.random() < 0.4 else []
        return [f"if {late}{self.condition(1 if late else 0)}:", *indented([*before, self.random.choice(ways)])]

    def end(self):
        return LEAVES.get(self.style) or f"return {self.random.choice(self.names['int'])}"

    def inner_loop(self):
        counter = f"inner_{self.depth}"
        ranges = self.fill(self.random.choice(RANGES))
        self.counters.append(counter)
        self.loops += 1
        if self.random.random() < 0.15:
            lines = [f"{counter} = 0", f"while {counter} < 3:",
                     *indented([f"{counter} += 1", *self.block(1, 3)])]
        else:
            lines = [f"for {counter} in {ranges}:", *indented(self.block(1, 3))]
        self.loops -= 1
        self.counters.remove(counter)
        if self.random.random() < 0.35:
            lines += ["else:", *indented(self.block(1, 2))]
        return lines

    def items(self):
        """A loop over a container, whose items are variables of its body that are not assigned."""
        kind, container = self.random.choice(ITEMS)
        item = f"item_{self.depth}"
        self.items_of.append((kind, item))
        self.loops += 1
        lines = [f"for {item} in {container}:", *indented(self.block(1, 2))]
        self.loops -= 1
        self.items_of.pop()
        return lines

    def waiting(self):
        """A loop until contents are as wanted, a few times at most."""
        tensor = self.random.choice(self.names["tensor"])
        self.loops += 1
        tries = f"tries_{self.depth}"
        step = self.random.choice([f"{tensor} = {tensor} + 1", f"{tensor}.add_(0.5)"])
        lines = [f"{tries} = 0", f"while {tensor}.sum() < {self.random.randint(-2, 6)} and {tries} < 3:",
                 *indented([f"{tries} += 1", step, *self.block(0, 1)])]
        self.loops -= 1
        return lines

    def match(self):
        subjects = ["i % 4", "clip($int) % 3", "int($tensor.argmax())", "int($tensor.sum() > 2)", "isinstance($box, Big)"]
        subject = self.fill(self.random.choice(subjects))
        lines = [f"match {subject}:", "    case 0:", *indented(self.block(1, 2), 2)]
        lines += [f"    case 1 if {self.condition()}:", *indented(self.block(1, 2), 2)] if self.random.random() < 0.5 else []
        return lines + ["    case _:", *indented(self.block(1, 2), 2)]

    def handled(self):
        kind = self.random.choice(["except", "except", "else", "finally"])
        self.tries += kind != "finally"
        body = self.block(1, 2)
        if kind != "finally":
            if self.random.random() < 0.5:
                body += [f"if {self.condition()}:", f"    raise Stop({self.random.choice(self.counters)})"]
            else:
                body += self.fill(self.random.choice([risk for risk in RISKS if self.possible(risk)])).split("\n")
        body += self.block(0, 1)
        self.tries -= kind != "finally"
        lines = ["try:", *indented(body)]
        if kind != "finally":
            notes = ["&text = type(error).__name__", "&int += len(str(error)) % 5", "print(type(error).__name__)"]
            note = self.fill(self.random.choice(notes))
            lines += ["except (Stop, LookupError, ArithmeticError, RuntimeError, ValueError) as error:",
                      *indented([note, *self.block(0, 1)])]
        if kind == "else":
            lines += ["else:", *indented(self.block(1, 1))]
        if kind == "finally" or self.random.random() < 0.3:
            lines += ["finally:", *indented(self.plain())]
        return lines

    def context(self):
        manager = self.fill(self.random.choice(CONTEXTS))
        before = self.gradients
        self.gradients = before and "no_grad" not in manager
        lines = [f"with {manager}:", *indented(self.block(1, 3))]
        self.gradients = before
        return lines

    # The function.

    def helper(self):
        """A function of its own that may return early, and statements that call it."""
        inner = copy.copy(self)
        inner.names = {"int": ["count"], "tensor": ["first", "third"], "numbers": ["numbers"], "box": ["box"]}
        inner.counters, inner.gradients = [], False
        subjects = ("values", "aliases", "containers", "objects")
        inner.statements = [text for subject in subjects for text in STATEMENTS[subject]
                            if "second" not in text and "other" not in text]
        name = f"helper_{self.number}"
        lines = [f"def {name}(count, first, third, numbers, box):", *indented(inner.plain()),
                 f"    if {inner.condition()}:", *indented(inner.plain(), 2), "        return clip(count), first, third",
                 *indented(inner.plain() + inner.plain()),
                 f"    return clip(count), {inner.fill('$tensor, @tensor')}", "", ""]
        return lines, [f"&int, &tensor, &tensor = {name}(@int, $tensor, $tensor, $numbers, $box)",
                       f"&int, $box.value, &tensor = {name}($int, $box.value, @tensor, $numbers, $box)"]

    def lines(self):
        out = []
        if "helpers" in self.subjects:
            out, calls = self.helper()
            self.statements += calls * 2
        motions = [motion for motion in MOTIONS if self.manner.subjects or not motion.startswith("&")]
        motions = self.random.sample(motions, 2 if self.manner.subjects else self.random.randint(0, 1))
        body = [self.fill(motion) for motion in motions] + self.block(*self.manner.sizes)
        if self.random.random() < 0.6:
            body += [f"if i % {self.random.randint(5, 9)} == 4:", f"    report(i, {SHOWN})"]
        starts = {name: self.random.choice(options) for name, options in STARTS.items()}
        names = self.state("\n".join(body), starts)
        state = ", ".join(names)
        shown = ", ".join(name for name in names if name != "data")
        body = [line.replace(STATE, state).replace(SHOWN, shown) for line in body]
        end = self.ending(names, shown)
        form = {"step": self.in_step, "method": self.in_method}.get(self.style, self.in_one)
        return out + form(body, [f"{name} = {starts[name]}" for name in names], end, state)

    def state(self, text, starts):
        """The variables of the function: those of the text, and those that they start from."""
        found = {name for name in starts if used(name, text)} | {"count", "first"}
        for name in reversed(starts):
            if name in found:
                found |= {other for other in starts if used(other, starts[name])}
        return [name for name in starts if name in found]

    def ending(self, names, shown):
        """Shows all; then writes in place through some tensors: which share memory."""
        lines = [f"report({shown})"]
        for name in ("first", "third", "part", "grid"):
            if name in names:
                lines += [f"{name}.add_(0.25)", f"report({shown})"]
        if "weight" in names:
            lines.append("print(show(weight.grad))")
        return lines + ["return count"]

    def in_one(self, body, starts, end, state):
        if self.style == "while":
            loop = ["i = -1", f"while i < {self.turns - 1}:", *indented(["i += 1", *body])]
        else:
            loop = [f"for i in range({self.turns}):", *indented(body)]
        if self.random.random() < 0.3:
            loop += ["else:", "    print('all turns')"]
        declared = [f"global {state}"] if self.style == "globals" else []
        return [f"def run_{self.number}():", *indented([*declared, *starts, *loop, *end])]

    def in_step(self, body, starts, end, state):
        lines = [f"def step_{self.number}(i, {state}):", *indented([*body, f"return {state}"]), "", ""]
        return lines + [f"def run_{self.number}():", *indented(starts), f"    for i in range({self.turns}):",
                        f"        {state} = step_{self.number}(i, {state})", *indented(end)]

    def in_method(self, body, starts, end, state):
        """All variables are attributes of one object."""
        names = re.compile(r"(?<![\w.'\"])(" + "|".join(state.split(", ")) + r")\b(?!['\"])")
        body, starts, end = ([names.sub(r"self.\1", line) for line in lines] for lines in (body, starts, end))
        return [f"class Machine_{self.number}:", "    def __init__(self):", *indented(starts, 2), "",
                "    def step(self, i):", *indented(body, 2), "", "    def end(self):", *indented(end, 2), "", "",
                f"def run_{self.number}():", f"    machine = Machine_{self.number}()",
                f"    for i in range({self.turns}):", "        machine.step(i)", "    return machine.end()"]
