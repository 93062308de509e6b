# typing at run time, and dataclasses in all their forms.
from __future__ import annotations
import typing as t, sys
from typing import *
from dataclasses import dataclass, field, fields, asdict, astuple, replace, InitVar, KW_ONLY, is_dataclass, make_dataclass, FrozenInstanceError
T = TypeVar("T"); K = TypeVar("K", bound=str)
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
    def get(self) -> T: return self.v
class Pair(Generic[T, K]): pass
b = Box[int](5); print(b.get(), type(b).__name__, Box[int], Box[int].__origin__ is Box, Pair[int, str].__args__, Box.__parameters__, T, K, Optional[int], Union[int, str, None], Union[int, int], List[int], Dict[str, List[int]], Callable[[int], str], Tuple[int, ...], Any, Literal["a", 1], Type[int], Iterable[T], Optional[Union[int, str]])
@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...
class Drawable(Protocol):
    def draw(self) -> str: ...
class C:
    def draw(self): return "c"
def render(x: Drawable) -> str: return x.draw()
print(isinstance([], HasLen), isinstance(5, HasLen), render(C()))
class P(NamedTuple):
    x: int
    y: float = 2.0
    def norm(self): return self.x + self.y
p = P(1); print(p, p.norm(), p._replace(x=5), P._fields, P._field_defaults, p._asdict(), P(1) == (1, 2.0))
class TD(TypedDict, total=False):
    a: int
    b: str
d: TD = {"a": 1}; print(d, TD(a=1, b="x"), TD.__annotations__ if False else sorted(TD.__annotations__), TD.__total__)
UserId = NewType("UserId", int); print(UserId(5), UserId.__name__)
def f(a: int, b: "List[str]" = None) -> Optional[int]: return cast(int, a)
print(f.__annotations__, f(3), TYPE_CHECKING, get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]) is Union, get_args(Callable[[int], str]))
@dataclass(order=True)
class D:
    sort: int = field(init=False, repr=False)
    name: str
    tags: List[str] = field(default_factory=list, compare=False)
    _: KW_ONLY
    w: float = 1.5
    init: InitVar[int] = 3
    K: ClassVar[int] = 9
    def __post_init__(self, init): self.sort = len(self.name) + init
d = D("abc", w=2); print(d, d.sort, D("zz") < d, asdict(d), astuple(d), replace(d, name="q", init=1), [f.name for f in fields(D)], D.K, is_dataclass(d), D.__match_args__)
for g in (lambda: D(), lambda: D("a", [], 3), lambda: D("a", nope=1), lambda: D("a", name="b")):
    try: print(g())
    except TypeError as e: print(e)
@dataclass(frozen=True, slots=True)
class F: x: int = 0; y: "F | None" = None
try: F().x = 5
except FrozenInstanceError as e: print(e, hash(F(1)) == hash(F(1)), {F(1): 2}[F(1)], F.__slots__, hasattr(F(), "__dict__"))
@dataclass
class Base: a: int; b: int = 2
@dataclass
class Derived(Base): c: int = 3; a: int = 10
print(Derived(), Derived(1, 2, 3) == Derived(1, 2, 3), Base(1) == Derived(1))
try:
    @dataclass
    class Bad: x: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class Bad2: x: int = 1; y: int
except TypeError as e: print(e)
M = make_dataclass("M", [("x", int), ("y", int, 5)]); print(M(1), M(1, 2))
@dataclass(eq=False)
class E: x: int
print(E(1) == E(1), E(1).__hash__() != 0)
@dataclass
class R: child: Optional[R] = None
r = R(); r.child = r; print(r)
match D("m"):
    case D("m", tags): print("matched", tags)
match p:
    case P(x=1, y=yy): print("P", yy)
@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x): return x
@final
class Z: pass
print(g(1), Z(), get_type_hints(Box.get) if False else "")if False else print(g(1))
class Stack(Generic[T]):
    items: List[T]
    def __init__(self) -> None: self.items: List[T] = []
    def push(self, x: T) -> Stack[T]: self.items.append(x); return self
print(Stack[int]().push(1).items, Stack.__annotations__, Stack.__mro__[1] is Generic)
def deco(fn: Callable[..., T]) -> Callable[..., T]: return fn
x: Final[int] = 3; y: Annotated[int, "meta"] = 4; print(x + y, Annotated[int, "m"].__metadata__ if hasattr(Annotated[int, "m"], "__metadata__") else None)
