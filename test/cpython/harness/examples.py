"""Examples in docstrings and in `__test__` of a module of tests, as cases: doctest runs them by exec, so each docstring becomes a
file of its own, whose statements run one after the other under a context manager that compares what they print."""
import ast
import doctest

FILE = '''"""Examples of {name}."""
import example_running as _running
import test.{module} as _module

__name__ = _module.__name__
globals().update({{name: value for name, value in vars(_module).items() if not name.startswith("__")}})
_show, _example = _running.show, _running.example
'''
TABLE = '''"""The docstrings with examples."""
import example_running
{functions}

CASES = {cases}


def suite(module):
    return example_running.suite([case for case in CASES if case[0] == module])
'''


class Shown(ast.NodeTransformer):
    """Expressions that stand for themselves print their value, but not those within functions and classes."""

    def visit_Expr(self, node):
        call = ast.Call(ast.Name("_show", ast.Load()), [node.value], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef


def docstrings(tree, module):
    """(name, text) of what doctest finds in a module."""
    texts = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            texts[node.targets[0].id] = node.value

    def below(node, name):
        text = ast.get_docstring(node, clean=False)
        if text:
            yield name, text
        for child in node.body:
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)) and not isinstance(node, ast.FunctionDef):
                yield from below(child, f"{name}.{child.name}")

    yield from below(tree, module)
    table = texts.get("__test__")
    if isinstance(table, ast.Dict):
        for key, value in zip(table.keys, table.values):
            value = texts.get(value.id) if isinstance(value, ast.Name) else value
            if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                yield f"{module}.__test__.{key.value}", value.value


def program(module, name, text):
    """A file for the examples of a docstring, or None where there are none."""
    parts = [FILE.format(name=name, module=module)]
    for number, example in enumerate(doctest.DocTestParser().get_examples(text)):
        try:
            tree = ast.parse(example.source)
            compile(example.source, name, "exec")
        except SyntaxError:
            continue
        Shown().visit(tree)
        ast.fix_missing_locations(tree)
        body = ast.unparse(tree).replace("\n", "\n    ") or "pass"
        flags = sorted(flag for flag in ("ELLIPSIS", "NORMALIZE_WHITESPACE", "IGNORE_EXCEPTION_DETAIL")
                       if example.options.get(doctest.OPTIONFLAGS_BY_NAME[flag]))
        parts.append(f"with _example({number}, {example.source!r}, {example.want!r}, {example.exc_msg!r}, {flags!r}):\n    {body}\n")
    return "".join(parts) if len(parts) > 1 else None


def write(suite, modules, folder):
    """Puts the files of the modules' examples beside the program, where modules run their docstrings."""
    functions, cases = [], []
    for module in modules:
        path = suite.folder / module.replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        source = path.read_text(encoding="utf-8")
        if "DocTestSuite(" not in source and "run_doctest(" not in source:
            continue
        for name, text in docstrings(ast.parse(source), module):
            made = program(module, name, text)
            if made is None:
                continue
            number = len(cases)
            (folder / f"examples_{number}.py").write_text(made)
            functions.append(f"\n\ndef run_{number}():\n    import examples_{number}")
            cases.append(f"(\"test.{module}\", {name!r}, run_{number})")
    if cases:
        listed = "[" + "".join(f"\n    {case}," for case in cases) + "\n]"
        (folder / "examples_of_module.py").write_text(TABLE.format(functions="".join(functions), cases=listed))
