"""An incremental solver of one-way constraints: a change of a variable is propagated through chains and trees of
constraints that have strengths. Deep call chains, dynamic dispatch, lists and sets of objects.

usage: constraints.py ROUNDS
"""
import sys


class Strength:
    order = {}

    def __init__(self, level, name):
        self.level = level
        self.name = name
        Strength.order[level] = self

    def is_stronger(self, other):
        return self.level < other.level

    @classmethod
    def weakest(cls, first, second):
        return first if second.is_stronger(first) else second


REQUIRED = Strength(0, "required")
STRONG = Strength(1, "strong")
NORMAL = Strength(2, "normal")
WEAK = Strength(3, "weak")


class Variable:
    def __init__(self, name, value):
        self.name = name
        self.value = value
        self.constraints = []
        self.determined_by = None
        self.strength = WEAK
        self.mark = 0

    def add(self, constraint):
        self.constraints.append(constraint)

    def consumers(self):
        return [each for each in self.constraints if each is not self.determined_by and each.reads(self)]


class Constraint:
    def __init__(self, strength):
        self.strength = strength
        self.mark = 0

    def attach(self):
        for variable in self.variables():
            variable.add(self)

    def inputs(self):
        return []

    def output(self):
        raise NotImplementedError

    def variables(self):
        return self.inputs() + [self.output()]

    def reads(self, variable):
        return any(each is variable for each in self.inputs())

    def execute(self):
        raise NotImplementedError

    def is_ready(self, mark):
        return all(each.mark == mark or each.determined_by is None for each in self.inputs())

    def recalculate(self):
        output = self.output()
        strength = self.strength
        for each in self.inputs():
            strength = Strength.weakest(strength, each.strength)
        output.strength = strength
        self.execute()


class Stay(Constraint):
    def __init__(self, variable, strength):
        super().__init__(strength)
        self.variable = variable

    def output(self):
        return self.variable

    def execute(self):
        pass


class Edit(Stay):
    def __init__(self, variable):
        super().__init__(variable, REQUIRED)
        self.value = variable.value

    def set(self, value):
        self.value = value

    def execute(self):
        self.variable.value = self.value


class Equal(Constraint):
    def __init__(self, source, target, strength=NORMAL):
        super().__init__(strength)
        self.source = source
        self.target = target

    def inputs(self):
        return [self.source]

    def output(self):
        return self.target

    def execute(self):
        self.target.value = self.source.value


class Scale(Equal):
    def __init__(self, source, factor, offset, target):
        super().__init__(source, target, STRONG)
        self.factor = factor
        self.offset = offset

    def inputs(self):
        return [self.source, self.factor, self.offset]

    def execute(self):
        self.target.value = (self.source.value * self.factor.value + self.offset.value) % 1000003


class Plan:
    def __init__(self):
        self.steps = []

    def add(self, constraint):
        self.steps.append(constraint)

    def execute(self):
        for constraint in self.steps:
            constraint.execute()


class Planner:
    def __init__(self):
        self.mark = 0

    def new_mark(self):
        self.mark += 1
        return self.mark

    def add(self, constraint):
        constraint.attach()
        output = constraint.output()
        if output.determined_by is None or constraint.strength.is_stronger(output.determined_by.strength):
            output.determined_by = constraint
            self.propagate(constraint)

    def propagate(self, constraint):
        mark = self.new_mark()
        todo = [constraint]
        while todo:
            each = todo.pop()
            if each.output().mark != mark:
                each.recalculate()
                each.output().mark = mark
                todo.extend(each.output().consumers())

    def plan(self, source):
        mark = self.new_mark()
        plan = Plan()
        todo = [source]
        while todo:
            each = todo.pop()
            if each.output().mark != mark and each.is_ready(mark):
                plan.add(each)
                each.output().mark = mark
                todo.extend(each.output().consumers())
        return plan


def chain(length):
    planner = Planner()
    variables = [Variable("v%d" % i, 0) for i in range(length + 1)]
    for source, target in zip(variables, variables[1:]):
        planner.add(Equal(source, target))
    edit = Edit(variables[0])
    planner.add(edit)
    plan = planner.plan(edit)
    for value in range(40):
        edit.set(value)
        plan.execute()
        assert variables[-1].value == value
    return len(plan.steps)


def tree(length):
    planner = Planner()
    factor, offset = Variable("factor", 3), Variable("offset", 17)
    planner.add(Stay(factor, NORMAL))
    planner.add(Stay(offset, NORMAL))
    edits, targets = [], []
    for i in range(length):
        source, target = Variable("s%d" % i, i), Variable("t%d" % i, i)
        planner.add(Scale(source, factor, offset, target))
        edits.append(Edit(source))
        targets.append(target)
    total = 0
    for edit, target in zip(edits, targets):
        planner.add(edit)
        edit.set(edit.value + 5)
        planner.propagate(edit)
        total += target.value
    return total


def main(rounds):
    print(sum(chain(120) + tree(150) for _ in range(rounds)))


main(int(sys.argv[1]))
