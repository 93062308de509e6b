# Arrays and numbers of numpy beside lists, tuples, text: products, sums and what they do in place; as indices of sequences.
import numpy as np


def attempt(do):
    try:
        result = do()
        print(type(result).__name__, repr(result))
    except Exception as error:
        print(type(error).__name__ if "ufunc" not in str(error) else "UFuncTypeError", str(error)[:60])


def add_in_place(sequence, other):
    sequence += other
    return sequence


def multiply_in_place(sequence, other):
    sequence *= other
    return sequence


others = [np.array([1, 2]), np.array(2), np.int64(3), np.float64(2.0), np.float32(2.0), np.True_, np.str_("cd"), np.uint8(2)]
for sequence in ([1, 2], (1, 2), "ab", b"ab"):
    for other in others:
        attempt(lambda: sequence * other)
        attempt(lambda: other * sequence)
        attempt(lambda: sequence + other)
        attempt(lambda: other + sequence)
        attempt(lambda: multiply_in_place(sequence[:], other))
        attempt(lambda: add_in_place(sequence[:], other))
        attempt(lambda: sequence[other])
        attempt(lambda: sequence[other:])
for other in others:
    attempt(lambda: range(other))
    attempt(lambda: range(5)[other])
    attempt(lambda: bytearray(b"abcd")[other])
    attempt(lambda: [1, 2, 3].pop(other))
    attempt(lambda: [1, 2, 3].__setitem__(other, 0))
kept = [1]
same = kept
same += (x for x in np.arange(2))
same += {"key": 1}
print(kept is same, len(kept), kept * 2 is kept)
