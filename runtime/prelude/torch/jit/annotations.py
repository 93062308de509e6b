"""Types in annotations of functions that could be scripted."""
from typing import Any, Callable, Dict, List, Optional, Tuple, Union    # noqa: F401: packages take them from here


class _BroadcastingList:
    """A list that may be given as one number: BroadcastingList2[int]."""

    def __init__(self, size):
        self._size = size

    def __getitem__(self, types):
        return None

    def __repr__(self):
        return f"BroadcastingList{self._size}"


BroadcastingList1, BroadcastingList2, BroadcastingList3 = _BroadcastingList(1), _BroadcastingList(2), _BroadcastingList(3)
BroadcastingList4, BroadcastingList5, BroadcastingList6 = _BroadcastingList(4), _BroadcastingList(5), _BroadcastingList(6)
