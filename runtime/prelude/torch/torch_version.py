"""The version as a text that is compared by its numbers."""
from torch.version import __version__ as internal_version


class TorchVersion(str):
    def _numbers(self, other):
        text = other if isinstance(other, str) else ".".join([str(part) for part in other])
        return [int(part) for part in text.partition("+")[0].split(".")[:3] if part.isdigit()]

    def _compared(self, other):
        ours, theirs = self._numbers(self), self._numbers(other)
        return (ours > theirs) - (ours < theirs)

    def __lt__(self, other):
        return self._compared(other) < 0

    def __le__(self, other):
        return self._compared(other) <= 0

    def __gt__(self, other):
        return self._compared(other) > 0

    def __ge__(self, other):
        return self._compared(other) >= 0

    def __eq__(self, other):
        return self._compared(other) == 0

    def __ne__(self, other):
        return self._compared(other) != 0

    __hash__ = str.__hash__


__version__ = TorchVersion(internal_version)
