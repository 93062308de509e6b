"""Abstract classes of containers, and what follows from a few methods of each."""
from _sequence_abc import ByteString, MutableSequence, Sequence
from _collection_abc import (AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Collection, Container,
                             Coroutine, Generator, Hashable, Iterable, Iterator, Reversible, Sized)
from _mapping_abc import (ItemsView, KeysView, Mapping, MappingView, MutableMapping, MutableSet, Set, ValuesView)

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable", "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet",
           "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]
