import sys

import _toolbox

print("one")
_toolbox.call(print, "two")
print("three", end=" ")
_toolbox.call(print, "four", end=" ")
print("five")
sys.stdout.write("six\n")
_toolbox.sys = __import__("fileinput").sys
_toolbox.sys.stdout.write("seven\n")
print("eight", flush=True)
for i in range(3):
    print("ours", i)
    _toolbox.call(print, "theirs", i)


class Loud:
    def __repr__(self):
        print("repr is asked")
        return "Loud()"


_toolbox.call(print, Loud(), [Loud()])
print(_toolbox.call(repr, [Loud(), {"k": Loud()}]))
_toolbox.call(lambda: (print("nested ours"), _toolbox.call(print, "nested theirs"), print("ours again")))
import atexit

atexit.register(print, "last")
print("end")
