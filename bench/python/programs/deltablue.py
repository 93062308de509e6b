"""Constraints between variables, kept by plans that change: methods, sets of objects, lists."""


class Variable:
    def __init__(self, name, value):
        self.name, self.value = name, value
        self.constraints = []
        self.by = None
        self.mark = 0


class Constraint:
    def __init__(self, strength):
        self.strength = strength
        self.output = None

    def attach(self):
        for variable in self.variables():
            variable.constraints.append(self)

    def inputs(self):
        return [v for v in self.variables() if v is not self.output]

    def choose(self, mark):
        best = None
        for variable in self.outputs():
            if variable.mark != mark and (variable.by is None or variable.by.strength > self.strength):
                if best is None or variable.by is None or (best.by is not None and variable.by.strength > best.by.strength):
                    best = variable
        self.output = best
        return best is not None

    def outputs(self):
        return self.variables()


class Stay(Constraint):
    def __init__(self, variable, strength):
        super().__init__(strength)
        self.variable = variable

    def variables(self):
        return (self.variable,)

    def execute(self):
        pass


class Edit(Stay):
    pass


class Equal(Constraint):
    def __init__(self, a, b, strength):
        super().__init__(strength)
        self.a, self.b = a, b

    def variables(self):
        return (self.a, self.b)

    def execute(self):
        if self.output is self.a:
            self.a.value = self.b.value
        else:
            self.b.value = self.a.value


class Scale(Equal):
    def __init__(self, a, factor, offset, b, strength):
        super().__init__(a, b, strength)
        self.factor, self.offset = factor, offset

    def variables(self):
        return (self.a, self.b, self.factor, self.offset)

    def outputs(self):
        return (self.a, self.b)

    def execute(self):
        if self.output is self.b:
            self.b.value = self.a.value * self.factor.value + self.offset.value
        else:
            self.a.value = (self.b.value - self.offset.value) // self.factor.value


class Planner:
    def __init__(self):
        self.mark = 0

    def add(self, constraint):
        constraint.attach()
        self.mark += 1
        self.satisfy(constraint)

    def satisfy(self, constraint):
        while constraint is not None:
            if not constraint.choose(self.mark):
                return
            output = constraint.output
            displaced = output.by
            output.by = constraint
            output.mark = self.mark
            if displaced is not None:
                displaced.output = None
            self.propagate(output)
            constraint = displaced

    def remove(self, constraint):
        output = constraint.output
        for variable in constraint.variables():
            variable.constraints.remove(constraint)
        if output is None:
            return
        output.by = None
        constraint.output = None
        self.mark += 1
        waiting = sorted((c for c in output.constraints if c.output is None), key=lambda c: c.strength)
        for each in waiting:
            self.satisfy(each)

    def propagate(self, start):
        for constraint in self.plan(start):
            constraint.execute()

    def plan(self, start):
        seen, plan, todo = {start}, [], [start]
        while todo:
            variable = todo.pop()
            for constraint in variable.constraints:
                output = constraint.output
                if output is not None and output is not variable and output not in seen:
                    seen.add(output)
                    plan.append(constraint)
                    todo.append(output)
        return plan


def chain(length):
    planner = Planner()
    variables = [Variable(f"v{i}", 0) for i in range(length + 1)]
    for a, b in zip(variables, variables[1:]):
        planner.add(Equal(a, b, 0))
    planner.add(Stay(variables[-1], 4))
    edit = Edit(variables[0], 1)
    planner.add(edit)
    total = 0
    for value in range(100):
        variables[0].value = value
        planner.propagate(variables[0])
        total += variables[-1].value
    planner.remove(edit)
    return total


def projection(count):
    planner = Planner()
    factor, offset = Variable("factor", 10), Variable("offset", 1000)
    pairs = []
    for i in range(count):
        source, target = Variable("source", i), Variable("target", i)
        planner.add(Stay(source, 3))
        planner.add(Scale(source, factor, offset, target, 0))
        pairs.append((source, target))
    total = 0
    for value in range(20):
        for source, target in pairs[:20]:
            source.value = value
            planner.propagate(source)
            total += target.value
    return total


def work(count=6):
    return sum(chain(150) for _ in range(count)), sum(projection(300) for _ in range(count))
