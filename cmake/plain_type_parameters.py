"""A module of Python 3.12's library as 3.11 writes it: type parameters and `type` statements become what they stand for.

    python3.12 plain_type_parameters.py INPUT OUTPUT

Lines stay the same ones, so that tracebacks fit the file of the library. A parameter of a class has to be a variable of the
module; annotations of functions with parameters become texts.
"""
import ast
import sys


def edits(text):
    """Triples of two places and the text that replaces what is between them."""
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))

    def begin(node):
        return lines[node.lineno - 1] + node.col_offset

    def end(node):
        return lines[node.end_lineno - 1] + node.end_col_offset

    data = text.encode()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.TypeAlias):
            yield begin(node), begin(node.name), b""
        elif getattr(node, "type_params", None):
            opening = data.rindex(b"[", 0, begin(node.type_params[0]))
            closing = data.index(b"]", end(node.type_params[-1])) + 1
            yield opening, closing, b""
            if isinstance(node, ast.ClassDef):
                names = ", ".join(parameter.name for parameter in node.type_params)
                if node.bases:
                    yield end(node.bases[-1]), end(node.bases[-1]), f", Generic[{names}]".encode()
                else:
                    yield closing, closing, f"(Generic[{names}])".encode()
                continue
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            for annotation in [*(argument.annotation for argument in arguments), node.returns]:
                if annotation is not None:
                    yield begin(annotation), end(annotation), repr(ast.unparse(annotation)).encode()


def plain(text):
    data = text.encode()
    for begin, end, new in sorted(edits(text), reverse=True):
        data = data[:begin] + new + data[end:]
    return data


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        made = plain(file.read())
    with open(sys.argv[2], "wb") as file:
        file.write(made)
