"""What a Python package gives (`__all__`), with its docstrings, as Markdown. For tools/dev/interface_reference.

Read, not imported. A class that is made in C++ is documented in python/native/NAME.cpp, in R"doc(...)doc".
"""
import ast
import inspect
import re
from pathlib import Path


def signature(function: ast.FunctionDef, name: str, is_method: bool = False) -> str:
    arguments = ast.unparse(function.args)
    if is_method:
        arguments = arguments.partition(",")[2].strip()
    return f"{name}({arguments})"


def prose(text: str) -> str:
    """A docstring: a paragraph on a line, what is set in as code."""
    out = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("    "):
            out.append("```python\n" + inspect.cleandoc("\n" + paragraph) + "\n```")
        else:
            out.append(" ".join(paragraph.split()))
    return "\n\n".join(out)


class Package:
    def __init__(self, folder: Path, native: Path):
        self.folder, self.native = folder, native
        self.undocumented = []

    def module(self, dotted: str) -> ast.Module:
        name = dotted.partition(".")[2] or "__init__"
        return ast.parse((self.folder / f"{name}.py").read_text(encoding="utf-8"))

    def text(self, what: str, found: str | None) -> str:
        if not found:
            self.undocumented.append(what)
        return prose(found or "")

    def native_class(self, name: str) -> str:
        found = re.search(r'R"doc\((.*?)\)doc"', (self.native / f"{name}.cpp").read_text(encoding="utf-8"), re.DOTALL)
        return f"## class janus.{name}\n\n" + self.text(name, found and found[1])

    def shown_class(self, node: ast.ClassDef) -> str:
        out = [f"## class janus.{node.name}", self.text(node.name, ast.get_docstring(node))]
        for member in node.body:
            if not isinstance(member, ast.FunctionDef) or member.name.startswith("_"):
                continue
            what = f"{node.name}.{member.name}"
            out += [f"### {signature(member, member.name, True)}", self.text(what, ast.get_docstring(member))]
        return "\n\n".join(out)

    def entry(self, name: str, module: str = "janus") -> str:
        """The section of a name that `module` defines or has from another one."""
        for node in self.module(module).body:
            if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
                if not (self.folder / f"{node.module.partition('.')[2]}.py").is_file():
                    return self.native_class(name)
                return self.entry(name, node.module)
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return f"## {signature(node, f'janus.{name}')}\n\n" + self.text(name, ast.get_docstring(node))
            if isinstance(node, ast.ClassDef) and node.name == name:
                return self.shown_class(node)
        raise SystemExit(f"{module}: `{name}` is in __all__, and neither a function nor a class")

    def reference(self) -> str:
        package = self.module("janus")
        names = next(ast.literal_eval(node.value) for node in package.body
                     if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        return "\n\n".join([self.text("janus", ast.get_docstring(package)), *map(self.entry, names)])
