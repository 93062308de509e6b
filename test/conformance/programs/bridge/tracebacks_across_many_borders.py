# form-expect: fail the form has other lines
# stderr: whole
# An exception keeps the frames of all the code it has come through, on both sides.
import os

import traceback

import _maker


class Lost(LookupError):
    pass


def ours():
    raise Lost("made here")


def through(*others):
    return _maker.chain(*others)


def fails():
    return _maker.fail("made there")


def frames(error):
    return [(entry.name, entry.lineno if entry.filename.endswith("borders.py") else 0) for entry in traceback.extract_tb(error.__traceback__)]


for last in (fails, ours):
    for call in (lambda: _maker.apply(last), lambda: _maker.apply(through, last), lambda: _maker.chain(through, through, last),
                 lambda: _maker.relay(through, last), lambda: _maker.apply(lambda: _maker.relay(lambda: _maker.apply(last)))):
        try:
            call()
        except LookupError as error:
            print(frames(error))
            print(traceback.format_exc().replace(os.path.dirname(__file__), ""))


def again():
    try:
        _maker.apply(through, fails)
    except KeyError as error:
        raise ValueError("second") from error


try:
    _maker.relay(again)
except ValueError as error:
    print(frames(error), frames(error.__cause__))
for last in (fails, ours):
    _maker.save(through, last)
    try:
        _maker.raise_saved()
    except LookupError as error:
        print(frames(error))
kept = _maker.caught(through, fails)
print(frames(kept))
kept = _maker.caught(through, ours)
print(type(kept), kept)


def deep(n):
    return _maker.apply(deep, n - 1) if n else fails()


try:
    deep(5)
except KeyError as error:
    print([name for name, _ in frames(error)])
_maker.relay(through, fails)
