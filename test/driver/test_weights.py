"""Files of weights: both formats, both directions against PyTorch and safetensors, and damaged files."""
import pickle
import random
import struct
import textwrap
import unittest
import zipfile

from tools import JANUSC, PYTHON, RUNNER, ToolTest

TYPES = "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool"

# What both sides run: the same program under python3 and compiled.
PROGRAM = '''
import sys
import torch
from safetensors.torch import load_file, save_file

def make():
    torch.manual_seed(3)
    state = {f"w.{i}.{t}": (torch.randn(3, i + 1) * 9).to(getattr(torch, t)) for i, t in enumerate("''' + TYPES + '''".split())}
    state["scalar"] = torch.tensor(2.5)
    state["empty"] = torch.zeros(0, 4)
    state["name with \\u00fc and \\"quotes\\""] = torch.arange(5)
    return state

def show(state):
    for name in sorted(state):
        t = state[name]
        print(name, t.dtype, tuple(t.shape), t.double().sum().item())

if sys.argv[1] == "write":
    save_file(make(), sys.argv[2] + ".safetensors", metadata={"format": "pt"})
    torch.save(make(), sys.argv[2] + ".pt")
else:
    show(load_file(sys.argv[2] + ".safetensors"))
    show(torch.load(sys.argv[2] + ".pt"))
'''

# Reads each file; anything but an exception or an answer is a crash.
READER = '''
import sys
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

read = refused = 0
for line in open(sys.argv[1]):
    path = line.strip()
    try:
        state = load_file(path) if path.endswith(".safetensors") else torch.load(path)
        for t in state.values():
            t.double().sum()
        read += 1
    except Exception as error:
        str(error)
        refused += 1
        if path.endswith(".safetensors") and not isinstance(error, SafetensorError):
            print(path, type(error))
print(read, refused)
'''


class Bomb:
    """A pickle that would run a command."""

    def __reduce__(self):
        import os
        return os.system, ("touch ran",)


class WeightsTest(ToolTest):
    def compiled(self, name, text):
        module = self.folder / (name + ".so")
        self.succeed(JANUSC, self.write(name + ".py", textwrap.dedent(text)), "-o", module)
        return module

    def test_both_directions(self):
        module = self.compiled("program", PROGRAM)
        self.succeed(PYTHON, "program.py", "write", "theirs")
        self.succeed(RUNNER, module, "write", "ours")
        shown = self.succeed(PYTHON, "program.py", "read", "theirs")
        self.assertEqual(self.succeed(RUNNER, module, "read", "theirs"), shown)
        self.assertEqual(self.succeed(PYTHON, "program.py", "read", "ours"), shown)
        self.assertEqual((self.folder / "ours.safetensors").read_bytes(),
                         (self.folder / "theirs.safetensors").read_bytes())

    def mutants(self, path, count, chance):
        """Copies of a file with bytes changed, cut, doubled."""
        data, made = path.read_bytes(), []
        for i in range(count):
            copy = bytearray(data)
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(min(len(copy), 3000)) if chance.random() < 0.7 else chance.randrange(len(copy))
                kind = chance.randrange(4)
                if kind == 0:
                    copy[at] = chance.randrange(256)
                elif kind == 1:
                    copy[at] ^= 1 << chance.randrange(8)
                elif kind == 2:
                    del copy[at:at + chance.randint(1, 40)]
                else:
                    copy[at:at] = copy[at:at + chance.randint(1, 40)]
            made.append(self.folder / f"{i}{path.suffix}")
            made[-1].write_bytes(copy)
        return made

    def repacked(self, path, count, chance):
        """Archives whose pickles are changed while their check sums hold."""
        made = []
        with zipfile.ZipFile(path) as archive:
            entries = [(info.filename, archive.read(info)) for info in archive.infolist()]
        for i in range(count):
            made.append(self.folder / f"pickle{i}.pt")
            with zipfile.ZipFile(made[-1], "w", zipfile.ZIP_STORED) as out:
                for name, data in entries:
                    data = bytearray(data)
                    if name.endswith("data.pkl"):
                        for _ in range(chance.randint(1, 5)):
                            data[chance.randrange(len(data))] = chance.randrange(256)
                    out.writestr(name, bytes(data))
        return made

    def headers(self):
        """Headers that a writer would not write."""
        entry = '"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}'
        huge = '"t":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}'
        texts = ["", "{}", "[]", "{", "x", "{" * 100000, '{"t":1}', "{" + entry + "}", "{" + entry + "," + entry + "}",
                 "{" + huge + "}", '{"t":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]}}',
                 '{"t":{"dtype":"F32","shape":[2.5],"data_offsets":[0,8]}}',
                 '{"t":{"dtype":"X","shape":[2],"data_offsets":[0,8]}}',
                 '{"t":{"dtype":[],"shape":[2],"data_offsets":[0,8]}}', '{"t":{"dtype":{},"shape":[2],"data_offsets":[0,8]}}',
                 '{"t":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}',
                 '{"t":{"dtype":"F32","shape":[2],"data_offsets":[0,9223372036854775808]}}',
                 '{"__metadata__":{"a":1},' + entry + "}"]
        made = []
        for i, text in enumerate(texts):
            made.append(self.folder / f"header{i}.safetensors")
            made[-1].write_bytes(struct.pack("<Q", len(text)) + text.encode() + b"\0" * 8)
        for i, size in enumerate([2**63, 2**64 - 1, 10**9, 17]):
            made.append(self.folder / f"size{i}.safetensors")
            made[-1].write_bytes(struct.pack("<Q", size) + b"{}" + b"\0" * 8)
        return made

    def test_damaged_files_are_refused(self):
        self.write("program.py", PROGRAM)
        self.succeed(PYTHON, "program.py", "write", "whole")
        chance = random.Random(7)
        files = self.mutants(self.folder / "whole.safetensors", 150, chance)
        files += self.mutants(self.folder / "whole.pt", 150, chance)
        files += self.repacked(self.folder / "whole.pt", 200, chance)
        headers = self.headers()
        self.write("files", "".join(f"{path}\n" for path in [*files, *headers]))
        module = self.compiled("reader", READER)
        *strange, counts = self.succeed(RUNNER, module, "files").splitlines()
        self.assertEqual(strange, [])
        read, refused = map(int, counts.split())
        self.assertEqual(read + refused, len(files) + len(headers))
        self.assertGreater(refused, 200)

    def test_no_code_of_a_file_runs(self):
        with zipfile.ZipFile(self.folder / "bomb.pt", "w") as archive:
            archive.writestr("bomb/data.pkl", pickle.dumps({"w": Bomb()}, protocol=2))
            archive.writestr("bomb/version", "3\n")
        module = self.compiled("bomb", "import torch\ntry:\n    torch.load('bomb.pt')\nexcept Exception as e:\n"
                               "    print(str(e)[:24], 'posix.system' in str(e))\n")
        self.assertEqual(self.succeed(RUNNER, module), "Weights only load failed True\n")
        self.assertFalse((self.folder / "ran").exists())


if __name__ == "__main__":
    unittest.main()
