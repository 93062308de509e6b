"""The name under which modules of the library ask for it."""
from weakref import WeakSet
