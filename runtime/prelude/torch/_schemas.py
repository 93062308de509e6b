"""Signatures of operators that programs define: from annotations, and from the text of a schema."""
import inspect
from collections.abc import Sequence
from types import UnionType
from typing import Union, get_args, get_origin

import torch

absent = object()
_TYPES = {torch.Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", complex: "complex",
          torch.dtype: "ScalarType", torch.device: "Device"}


class Parameter:
    def __init__(self, name, kind, default=absent, is_keyword=False, is_written=False):
        self.name, self.kind, self.default, self.is_keyword, self.is_written = name, kind, default, is_keyword, is_written


class Schema:
    def __init__(self, parameters, returns):
        self.parameters, self.returns = parameters, returns

    def __str__(self):
        texts, written, starred = [], 0, False
        for p in self.parameters:
            if p.is_keyword and not starred:
                texts.append("*")
                starred = True
            kind = p.kind
            if p.is_written:
                kind = kind.replace("Tensor", f"Tensor(a{written}!)", 1)
                written += 1
            texts.append(f"{kind} {p.name}" + ("" if p.default is absent else f"={_literal(p.default)}"))
        return f"({', '.join(texts)}) -> {self.returns}"


def _literal(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float) and value == int(value):
        return f"{int(value)}."
    return str(value)


def _kind(annotation):
    """The type in a schema; None: there is none."""
    if annotation in _TYPES:
        return _TYPES[annotation]
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        others = [part for part in parts if part is not type(None)]
        if set(others) == {int, float, bool}:
            return "Scalar" + ("?" if len(others) < len(parts) else "")
        inner = _kind(others[0]) if len(others) == 1 and len(parts) == 2 else None
        return inner and inner + "?"
    if origin in (list, Sequence):
        inner = _kind(parts[0])
        return inner and inner + "[]"
    return None


def _returned(annotation):
    if annotation is None or annotation is type(None):
        return "()"
    if get_origin(annotation) is tuple:
        return "(" + ", ".join([_kind(part) for part in get_args(annotation)]) + ")"
    return _kind(annotation)


def of_function(function, mutates_args):
    """The signature of an annotated function."""
    signature = inspect.signature(function)

    def refuse(text):
        raise ValueError(f"infer_schema(func): {text} Got func with signature {signature})")
    parameters, unknown = [], mutates_args == "unknown"
    for name, p in signature.parameters.items():
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.POSITIONAL_ONLY):
            refuse("We do not support positional-only args, varargs, or varkwargs.")
        if p.annotation is p.empty:
            refuse(f"Parameter {name} must have a type annotation.")
        kind = _kind(p.annotation)
        if kind is None:
            refuse(f"Parameter {name} has unsupported type {p.annotation}.")
        written = kind.startswith("Tensor") if unknown else name in mutates_args
        default = absent if p.default is p.empty else p.default
        parameters.append(Parameter(name, kind, default, p.kind == p.KEYWORD_ONLY, written))
    strangers = set() if unknown else set(mutates_args) - {p.name for p in parameters}
    if strangers:
        refuse(f"{strangers} in mutates_args were not found in the custom op's signature. mutates_args should contain the names of "
               "all args that the custom op mutates, or just the string 'unknown' if you don't know.")
    if signature.return_annotation is signature.empty:
        refuse("No return type annotation was provided. Please add one.")
    returns = _returned(signature.return_annotation)
    if returns is None:
        refuse(f"Return has unsupported type {signature.return_annotation}.")
    return Schema(parameters, returns)


_CONSTANTS = {"None": None, "True": True, "False": False}


def _value(text):
    text = text.strip()
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[:1] in "'\"":
        return text[1:-1]
    if text[:1] == "[":
        return [_value(part) for part in text[1:-1].split(",") if part.strip()]
    return float(text) if "." in text or "e" in text else int(text)


def _split(text):
    """The parts between commas that stand in no brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def of_text(text):
    """The signature after a name: "(Tensor x, int n=2) -> Tensor"."""
    inside, arrow, returns = text.rpartition("->")
    inside = inside.strip()
    if not arrow or inside[:1] != "(" or inside[-1:] != ")":
        raise RuntimeError(f"expected a schema such as (Tensor x) -> Tensor, but got {text}")
    parameters, is_keyword = [], False
    for part in _split(inside[1:-1]):
        if part == "*":
            is_keyword = True
            continue
        declared, equals, default = part.partition("=")
        kind, _, name = declared.strip().rpartition(" ")
        parameters.append(Parameter(name, kind, _value(default) if equals else absent, is_keyword, "!" in kind))
    return Schema(parameters, returns.strip())
