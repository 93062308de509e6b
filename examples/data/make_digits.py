"""Writes the IDX files beside this script from the handwritten digits that scikit-learn ships.

The digits are the test part of UCI's "Optical Recognition of Handwritten Digits" (E. Alpaydin and
C. Kaynak, 1998, CC BY 4.0): 1,797 images of 8x8 pixels with values 0 to 16. They are shuffled once
with a fixed seed; the last 360 become the test set.

    pip install scikit-learn
    python3 make_digits.py
"""
import os
import random
import struct

from sklearn.datasets import load_digits

TEST = 360


def write_idx(path, shape, values):
    with open(path, "wb") as f:
        f.write(struct.pack(">BBBB", 0, 0, 8, len(shape)))
        f.write(struct.pack(f">{len(shape)}I", *shape))
        f.write(bytes(values))


def main():
    digits = load_digits()
    order = list(range(len(digits.target)))
    random.Random(0).shuffle(order)
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, part in (("train", order[:-TEST]), ("t10k", order[-TEST:])):
        pixels = [int(p) for i in part for p in digits.data[i]]
        labels = [int(digits.target[i]) for i in part]
        write_idx(os.path.join(folder, f"{name}-images-idx3-ubyte"), (len(part), 8, 8), pixels)
        write_idx(os.path.join(folder, f"{name}-labels-idx1-ubyte"), (len(part),), labels)


if __name__ == "__main__":
    main()
