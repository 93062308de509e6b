# typing: generic classes, aliases and what their parameters are replaced by, forward references, protocols, and the modules
# that things belong to.
import collections
import collections.abc
import copy
import enum
import pickle
import types
import typing
from typing import (Annotated, Any, Callable, ClassVar, Concatenate, Dict, Generic, List, Literal, NamedTuple, NewType, Optional,
                    ParamSpec, Protocol, TypedDict, TypeVar, Union, get_args, get_origin, get_type_hints, runtime_checkable)

T, K = TypeVar("T"), TypeVar("K", bound=int)
P = ParamSpec("P")


class Node(Generic[T]):
    next: "Optional[Node[T]]"
    count: ClassVar[int] = 0

    def follow(self, steps: "int | None" = None) -> "List[Node]":
        return []


class Pair(NamedTuple):
    a: int
    b: "str" = "x"


class Options(TypedDict, total=False):
    name: str


@runtime_checkable
class Named(Protocol):
    name: str


class Hidden(Protocol):
    def work(self): ...


class Counted(collections.abc.Sized, Protocol):
    def __len__(self): ...


Color = enum.Enum("Color", "RED GREEN")
Point = collections.namedtuple("Point", "x y")
UserId = NewType("UserId", int)
print(Node[int], Node[T][str], Node[int].__args__, get_type_hints(Node), get_type_hints(Node.follow), Node.__parameters__)
print(list[T][int], dict[K, T].__parameters__, dict[str, T][int], (T | None)[int], tuple[int, ...], type[int], [*tuple[int, str]],
      list[int] == list[int], hash(list[int]) == hash(list[int]), {list[int]: 1}[list[int]])
print(Callable[[int, str], bool], Callable[P, T][[int], str], Callable[Concatenate[int, P], T], collections.abc.Callable[[int], str],
      collections.abc.Callable[[T], K][str, int], collections.abc.Callable[..., int].__args__)
print(Union[int, str, None], Optional[List["Node"]], Literal["a", 1], Annotated[int, "m"], Dict[str, Any], int | str | None)
print(get_origin(Dict[str, int]), get_args(Callable[[int], str]), Pair(1), get_type_hints(Pair), Options(name="x"), Options.__optional_keys__)
print([each.__module__ for each in (T, Node, Pair, Options, Color, Point, UserId)], UserId(4), Color.RED, Point(1, 2))
for value in (T, Point(1, 2), Color.GREEN, Pair(3), list[int], int | str, collections.abc.Callable[[int], str], Optional[int]):
    print(pickle.loads(pickle.dumps(value)) == value, copy.copy(value) == value, end=" ")
print()
for test in (lambda: isinstance(types.SimpleNamespace(name="n"), Named), lambda: isinstance(3, Named), lambda: isinstance(3, Hidden),
             lambda: issubclass(int, Named), lambda: isinstance([], collections.abc.Sized), lambda: isinstance(3, collections.abc.Sized),
             lambda: isinstance(3, list[int]), lambda: Hidden(), lambda: list[int][str], lambda: Node[int, str], lambda: Union[1],
             lambda: dict[T, K][int], lambda: types.MappingProxyType([]), lambda: isinstance(1, int | list[int]),
             lambda: List["1 +"], lambda: get_type_hints(Node.follow, {"List": List}), lambda: NamedTuple("X", [("a", int)])(1)):
    try:
        print(test())
    except Exception as error:
        print(type(error).__name__, error)
