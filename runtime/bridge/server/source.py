"""The program's own source, where it runs here (`--fallback=python`): whole functions, and regions of
functions whose guard has failed.

Python does the control and the builtin values alone. Everything else is a proxy, tensors and modules
too, so that what is done with it is done by compiled code: there is one state. The globals are the
module's namespace, cells of closures are those of compiled code (both are pairs, mirrors.py)."""
import __future__
import ast
import builtins
import re
import sys
from types import AsyncGeneratorType, CoroutineType, FunctionType, GeneratorType, MethodType

from . import exceptions, mirrors, numbers as n, objects
from .codec import END
from .proxies import ProxyClass

ask = None  # of serve.py


# ---- what the source sees as builtins
def _native(name):
    def function(*args, **keywords):
        return ask(n.BUILTIN, name, tuple(keywords) or None, *args, *keywords.values())
    function.__name__ = function.__qualname__ = name
    return function


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    if level:
        from importlib.util import resolve_name
        name = resolve_name("." * level + name, globals.get("__package__") or "")
    module = ask(n.IMPORT, name)
    if not fromlist:
        return ask(n.IMPORT, name.partition(".")[0])
    for part in fromlist:
        if part != "*" and not hasattr(module, part):
            try:
                ask(n.IMPORT, f"{name}.{part}")
            except ModuleNotFoundError:
                pass  # `from` says so
    return module


class _Super:
    """super() of a class of compiled code. It has no attributes of its own, not even those of every object."""
    __slots__ = ("asked",)

    def __init__(self, asked):
        object.__setattr__(self, "asked", asked)

    def __getattribute__(self, name):
        return ask(n.GET_ATTR, object.__getattribute__(self, "asked"), name)


def _super(cls=None, instance=None):
    if cls is None:
        frame = sys._getframe(1)
        cls, instance = frame.f_locals["__class__"], frame.f_locals[frame.f_code.co_varnames[0]]
    if isinstance(cls, ProxyClass):
        return _Super(ask(n.BUILTIN, "super", None, cls, instance))
    return super(cls, instance)


def _build_class(body, name, *bases, metaclass=None, **keywords):
    """A class whose bases are compiled code's is made there, of functions that stay here."""
    given = {"metaclass": metaclass} if metaclass is not None else {}
    if not any(isinstance(each, ProxyClass) for each in (*bases, metaclass)):
        return builtins.__build_class__(body, name, *bases, **given, **keywords)
    namespace = {}
    exec(body.__code__, body.__globals__, namespace, closure=body.__closure__)
    cell = namespace.pop("__classcell__", None)
    make = _native("type") if metaclass is None else metaclass
    cls = make(name, bases, namespace, **keywords)
    if cell is not None:
        cell.cell_contents = cls
    return cls


def _evaluating(function):
    """eval and exec, which put `__builtins__` into the namespace that they get."""
    def evaluate(source, globals=None, locals=None, /, **keywords):
        if globals is None:
            frame = sys._getframe(1)
            globals = frame.f_globals
            locals = frame.f_locals if locals is None else locals
        elif locals is None:
            locals = globals
        globals.setdefault("__builtins__", BUILTINS)
        return function(source, globals, locals, **keywords)
    evaluate.__name__ = evaluate.__qualname__ = function.__name__
    return evaluate


# Names with a dot are those that regions use themselves.
BUILTINS = {**vars(builtins), "print": _native("print"), "input": _native("input"), "open": _native("open"),
            "__import__": _import, "super": _super, "__build_class__": _build_class, "eval": _evaluating(eval), "exec": _evaluating(exec),
            ".locals": locals, ".end": END}


def is_source(value):
    """Whether compiled code calls it with proxies of all that it has."""
    if type(value) is MethodType:
        value = value.__func__
    if type(value) is FunctionType:
        return getattr(value, "__builtins__", None) is BUILTINS
    frame = getattr(value, FRAMES[type(value)]) if type(value) in FRAMES else None
    return type(value) is Region or (frame is not None and frame.f_builtins is BUILTINS)


FRAMES = {GeneratorType: "gi_frame", CoroutineType: "cr_frame", AsyncGeneratorType: "ag_frame"}
objects.is_source = is_source
objects.SOURCE_TYPES.update(FRAMES, (FunctionType, MethodType))


# ---- texts
class Text:
    """A module's source, and where its statements begin, in bytes."""

    def __init__(self, file, text):
        data = text.encode("utf-8", "surrogatepass")
        self.file = file
        self.lines = [0, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", data))]
        self.tree = ast.parse(text, file)
        self.flags = 0
        self.around = {}  # the node that holds another
        self.places = {}
        self.codes = {}  # of whole functions
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.around[child] = node
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.For, ast.While)):
                self.places[self.begin(node)] = node
                for decorator in getattr(node, "decorator_list", ())[:1]:
                    self.places[data.rindex(b"@", 0, self.begin(decorator))] = node
            elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
                for feature in node.names:
                    self.flags |= getattr(__future__, feature.name).compiler_flag

    def begin(self, node):
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def class_of(self, node):
        """The name of the innermost class around it, which names with two underscores belong to."""
        while node is not None and not isinstance(node, ast.ClassDef):
            node = self.around.get(node)
        return node and node.name

    def compile(self, node, class_name, cells):
        """The code of a function whose free variables are `cells`."""
        inner = [ast.ClassDef(class_name, [], [], [node], [])] if class_name else [node]
        arguments = _parameters(cells)
        outer = ast.FunctionDef(".around", arguments, inner, [])
        for each in (outer, *inner, node):
            each.type_params = []  # which Python 3.12 asks for
        module = ast.fix_missing_locations(ast.copy_location(ast.Module([outer], []), node))
        code = compile(module, self.file, "exec", self.flags, dont_inherit=True)
        for name in (".around", *([class_name] if class_name else []), node.name):
            code = next(each for each in code.co_consts if getattr(each, "co_name", None) == name)
        return code


_texts = {}


def _text(file, text):
    known = _texts.get(text)
    if known is None:
        if sys.version_info < (3, 11):
            raise RuntimeError("source of the program runs in Python 3.11 or a newer one")
        known = _texts[text] = Text(file, text)
    return known


def _parameters(names):
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def _closure(code, names, cells):
    given = dict(zip(names, cells))
    return tuple(given[name] for name in code.co_freevars)


def settle():
    """The answer brings what the last one has left: objects that only that answer still held."""


# ---- whole functions
def make_function(space, file, text, begin, name, qualname, defaults, keyword_defaults, annotations, names, cells):
    mirrors.become_space(space, BUILTINS)
    source = _text(file, text)
    node = source.places[begin]
    code = source.codes.get(node)
    if code is None:
        code = source.codes[node] = source.compile(_bare(node, name), source.class_of(node), names)
    function = FunctionType(code, space, name, defaults, _closure(code, names, cells))
    function.__qualname__ = qualname
    function.__kwdefaults__ = keyword_defaults
    if annotations:
        function.__annotations__ = annotations
    return function


def _bare(node, name):
    """Without what compiled code has evaluated already: decorators, defaults, annotations."""
    given = node.args
    bare = [[ast.copy_location(ast.arg(each.arg), each) for each in part]
            for part in (given.posonlyargs, given.args, given.kwonlyargs)]
    vararg, kwarg = (each and ast.copy_location(ast.arg(each.arg), each) for each in (given.vararg, given.kwarg))
    # Without their values parameters with defaults would need all behind them to have some.
    arguments = ast.arguments(bare[0], bare[1], vararg, bare[2], [None] * len(bare[2]), kwarg, [])
    is_lambda = isinstance(node, ast.Lambda)
    body = [ast.copy_location(ast.Return(node.body), node.body)] if is_lambda else node.body
    make = ast.AsyncFunctionDef if isinstance(node, ast.AsyncFunctionDef) else ast.FunctionDef
    return ast.copy_location(make(name, arguments, body, []), node)


# ---- regions: statements of a function as a function of what they read
FALLS_THROUGH, CONTINUES, BREAKS, RETURNS, RAISES = range(5)


class _NoFunction(Exception):
    """The statements cannot be a function of their own."""


class _Exits(ast.NodeTransformer):
    """What leaves the statements becomes an answer: how, a value, and the variables."""

    def __init__(self, first_parameter):
        self.first_parameter = first_parameter
        self.loops = self.handlers = 0

    def answer(self, node, kind, value=None):
        variables = ast.Call(ast.Name(".locals", ast.Load()), [], [])
        answer = ast.Tuple([ast.Constant(kind), value or ast.Constant(None), variables], ast.Load())
        return ast.copy_location(ast.Return(answer), node)

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = visit_FunctionDef

    def visit_all(self, nodes):
        return [self.visit(node) for node in nodes]

    def visit_For(self, node):
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        return self.visit_loop(node)

    def visit_While(self, node):
        node.test = self.visit(node.test)
        return self.visit_loop(node)

    def visit_loop(self, node):
        self.loops += 1
        node.body = self.visit_all(node.body)
        self.loops -= 1
        node.orelse = self.visit_all(node.orelse)
        return node

    def visit_Break(self, node):
        return node if self.loops else self.answer(node, BREAKS)

    def visit_Continue(self, node):
        return node if self.loops else self.answer(node, CONTINUES)

    def visit_Return(self, node):
        return self.answer(node, RETURNS, node.value and self.visit(node.value))

    def visit_ExceptHandler(self, node):
        self.handlers += 1
        self.generic_visit(node)
        self.handlers -= 1
        return node

    def visit_Raise(self, node):
        if node.exc is None and not self.handlers:
            raise _NoFunction  # the exception is compiled code's
        return self.generic_visit(node)

    def visit_Global(self, node):  # said at the beginning
        return ast.copy_location(ast.Pass(), node)

    visit_Nonlocal = visit_Global

    def visit_Call(self, node):
        is_super = isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args
        if is_super and not node.keywords and self.first_parameter:
            node.args = [ast.copy_location(ast.Name(name, ast.Load()), node)
                         for name in ("__class__", self.first_parameter)]
        return self.generic_visit(node)


class _Bound(ast.NodeVisitor):
    """Names that statements bind in their own scope, and those that they declare global."""

    def __init__(self):
        self.names, self.globals = set(), set()

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load):
            self.names.add(node.id)

    def visit_FunctionDef(self, node):
        self.names.add(node.name)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Lambda(self, node):
        pass

    def visit_comprehension(self, node):
        for each in (node.iter, *node.ifs):
            self.visit(each)

    def visit_alias(self, node):
        self.names.add(node.asname or node.name.partition(".")[0])

    def visit_ExceptHandler(self, node):
        self.names.update({node.name} - {None})
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        self.names.update({node.name} - {None})
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        self.names.update({node.rest} - {None})
        self.generic_visit(node)

    def visit_Global(self, node):
        self.globals.update(node.names)


def _copy(node):
    """The tree is shared by all regions of the module."""
    if isinstance(node, list):
        return [_copy(each) for each in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node)(**{name: _copy(value) for name, value in ast.iter_fields(node)})
    return ast.copy_location(made, node) if hasattr(node, "lineno") else made


def _statements(source, owner, is_loop, first, last):
    """Those of the region; `.item` is what the region is given: an iterator, or its item."""
    item = ast.Name(".item", ast.Load())
    if is_loop:
        loop = _copy(owner)
        if isinstance(loop, ast.For):
            loop.iter = ast.copy_location(item, owner.iter)
        return [loop]
    if isinstance(owner, ast.Lambda):
        return [ast.copy_location(ast.Return(_copy(owner.body)), owner.body)]
    chosen = [each for each in owner.body if source.begin(each) < last and first < source.end(each)]
    body = _copy(chosen)
    if isinstance(owner, ast.For) and source.begin(owner.target) >= first:
        body.insert(0, ast.copy_location(ast.Assign([_copy(owner.target)], item), owner.target))
    return body


class Region:
    """Runs a region's statements. Called with the cells, then what it is given and reads."""

    def __init__(self, code, space, name, names, written):
        self.code, self.space, self.name, self.names, self.written = code, space, name, names, written

    def __call__(self, *values):
        cells, values = values[:len(self.names)], values[len(self.names):]
        function = FunctionType(self.code, self.space, self.name, None, _closure(self.code, self.names, cells))
        frames = ()
        try:
            kind, value, variables = function(*values)
        except BaseException as error:  # compiled code raises it
            kind, value = RAISES, error
            traceback = error.__traceback__.tb_next
            frames = exceptions.frames_of(traceback)
            variables = traceback.tb_frame.f_locals if traceback is not None else {}
            traceback = error.__traceback__ = None
        return kind, value, frames, tuple(variables.get(name, END) for name in self.written)


def make_region(space, file, text, places, name, has_item, read, names, written):
    """`places`: where the function begins (-1: the module), where what holds the statements does, whether
    that is the region itself (a loop), and the bytes between which they lie. None when it cannot run here."""
    mirrors.become_space(space, BUILTINS)
    source = _text(file, text)
    function_begin, owner_begin, is_loop, first, last = places
    owner = source.places.get(owner_begin)
    if owner is None:
        return None  # a loop of a comprehension
    function = source.places.get(function_begin)
    parameters = function and [*function.args.posonlyargs, *function.args.args]
    try:
        exits = _Exits(parameters[0].arg if parameters else None)
        body = _statements(source, owner, is_loop, first, last)
        body = exits.visit_all(body)
    except _NoFunction:
        return None
    bound = _Bound()
    for each in body if function is None else function.body if isinstance(function.body, list) else ():
        bound.visit(each)
    shared = sorted(bound.globals if function is not None else bound.names)
    head = [ast.Global(shared)] if shared else []
    free = [each for each in names if each != "__class__"]
    if free:
        head.append(ast.Nonlocal(free))
    for each in read:  # may hold nothing
        test = ast.Compare(ast.Name(each, ast.Load()), [ast.Is()], [ast.Name(".end", ast.Load())])
        head.append(ast.If(test, [ast.Delete([ast.Name(each, ast.Del())])], []))
    tail = exits.answer(owner, RETURNS if owner is function else FALLS_THROUGH)
    node = ast.FunctionDef(name, _parameters(([".item"] if has_item else []) + list(read)), [*head, *body, tail], [])
    for each in head:
        ast.copy_location(each, owner)
    code = source.compile(ast.copy_location(node, owner), source.class_of(owner), names)
    return Region(code, space, name, names, written)
