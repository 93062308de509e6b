"""Files of weights: both formats, both directions against PyTorch and safetensors, and damaged files."""
import random
import sys
import textwrap
import unittest
import zipfile
from pathlib import Path

from tools import JANUSC, RUNNER, ToolTest

HERE = Path(__file__).resolve().parent / "weights"
sys.path.insert(0, str(HERE))
import headers
import hostile

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


# Says of each file whether it is read.
JUDGE = '''
import sys
import torch
from safetensors.torch import load_file

for line in open(sys.argv[1]):
    path = line.rstrip("\\n")
    try:
        load_file(path) if path.endswith(".safetensors") else torch.load(path)
        print("read", flush=True)
    except Exception as error:
        print("refused", type(error).__name__, " ".join(str(error).split()), flush=True)
'''


class WeightsTest(ToolTest):
    def compiled(self, name, text):
        module = self.folder / (name + ".so")
        self.succeed(JANUSC, self.write(name + ".py", textwrap.dedent(text)), "-o", module)
        return module

    def test_both_directions(self):
        module = self.compiled("program", PROGRAM)
        self.succeed_torch("program.py", "write", "theirs")
        self.succeed(RUNNER, module, "write", "ours")
        shown = self.succeed_torch("program.py", "read", "theirs")
        self.assertEqual(self.succeed(RUNNER, module, "read", "theirs"), shown)
        self.assertEqual(self.succeed_torch("program.py", "read", "ours"), shown)
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

    def test_damaged_files_are_refused(self):
        self.write("program.py", PROGRAM)
        self.succeed_torch("program.py", "write", "whole")
        chance = random.Random(7)
        files = self.mutants(self.folder / "whole.safetensors", 150, chance)
        files += self.mutants(self.folder / "whole.pt", 150, chance)
        files += self.repacked(self.folder / "whole.pt", 200, chance)
        self.write("files", "".join(f"{path}\n" for path in files))
        module = self.compiled("reader", READER)
        *strange, counts = self.succeed(RUNNER, module, "files").splitlines()
        self.assertEqual(strange, [])
        read, refused = map(int, counts.split())
        self.assertEqual(read + refused, len(files))
        self.assertGreater(refused, 200)

    def test_checkpoints_both_directions(self):
        module = self.compiled("states", (HERE / "states.py").read_text())
        for folder in ("ours", "theirs"):
            (self.folder / folder).mkdir()
        self.succeed_torch("states.py", "write", "theirs")
        self.succeed(RUNNER, module, "write", "ours")
        expected = self.succeed_torch("states.py", "read", "theirs").splitlines()
        self.assertEqual(self.succeed(RUNNER, module, "read", "theirs").splitlines(), expected)
        self.assertEqual(self.succeed_torch("states.py", "read", "ours").splitlines(), expected)
        for path in (self.folder / "theirs").iterdir():
            self.assertEqual(self.description(self.folder / "ours" / path.name), self.description(path), path.name)

    def description(self, path):
        with zipfile.ZipFile(path) as archive:
            return archive.read(f"{path.stem}/data.pkl")

    def judged(self, names):
        """What is said of files, by name."""
        self.write("files", "".join(f"{name}\n" for name in names))
        module = self.compiled("judge", JUDGE)
        return dict(zip(names, self.succeed(RUNNER, module, "files").splitlines()))

    def test_headers_as_safetensors_judges_them(self):
        names = [f"{name}.safetensors" for name in headers.HEADERS]
        for name, header in zip(names, headers.HEADERS.values()):
            headers.write(self.folder / name, header)
        for i, size in enumerate([2**63, 2**64 - 1, 10**9, 17]):
            names.append(f"size {i}.safetensors")
            headers.write(self.folder / names[-1], "{}", size)
        said = self.judged(names)
        theirs = dict(zip(names, self.succeed_torch("judge.py", "files").splitlines()))
        different = {name.removesuffix(".safetensors") for name in names if said[name].split()[:2] != theirs[name].split()[:2]}
        self.assertEqual(different, headers.DIFFERENT)
        for name in headers.DIFFERENT:
            self.assertRegex(said[f"{name}.safetensors"], "^refused SafetensorError")

    def test_what_torch_would_not_write(self):
        for name, description in (hostile.READ | hostile.REFUSED).items():
            hostile.write(self.folder / name, description)
        said = self.judged([*hostile.READ, *hostile.REFUSED])
        self.assertEqual({name: said[name] for name in hostile.READ}, dict.fromkeys(hostile.READ, "read"))
        for name in hostile.REFUSED:
            self.assertRegex(said.get(name, "nothing"), "^refused", name)
        self.assertIn("GLOBAL posix.system was not an allowed global by default", said["system"])
        self.assertIn("tensors of a kind that janusc does not have", said["quantized storage"])
        self.assertFalse((self.folder / "ran").exists())

    def test_archives(self):
        whole = hostile.tensor()
        hostile.write(self.folder / "whole", whole)
        hostile.write(self.folder / "short", whole, data=b"\0" * 7)
        hostile.write(self.folder / "long", whole, data=b"\0" * 9)
        hostile.write(self.folder / "newer", whole, version="99\n")
        hostile.write(self.folder / "packed", whole, compression=zipfile.ZIP_DEFLATED)
        with zipfile.ZipFile(self.folder / "whole") as archive:
            entries = {info.filename: archive.read(info) for info in archive.infolist()}
        with zipfile.ZipFile(self.folder / "large", "w") as archive:
            for name, content in entries.items():
                with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as file:
                    file.write(content)
        for missing in ("file/data.pkl", "file/data/0", "file/version"):
            with zipfile.ZipFile(self.folder / missing.replace("/", "."), "w") as archive:
                for name in entries.keys() - {missing}:
                    archive.writestr(name, entries[name])
        data = (self.folder / "whole").read_bytes()
        cuts = [f"cut {n}" for n in range(0, len(data), 7)]
        for name in cuts:
            (self.folder / name).write_bytes(data[:int(name[4:])])
        said = self.judged(["whole", "large", "short", "long", "newer", "packed", "file.data.pkl", "file.data.0", "file.version", *cuts])
        self.assertEqual([name for name in said if said[name] == "read"], ["whole", "large"])
        self.assertIn("record size (7 bytes) does not match expected size (8 bytes", said["short"])
        self.assertIn("file with version 99", said["newer"])
        self.assertIn("is compressed", said["packed"])
        self.assertIn("failed locating file data/0: file not found", said["file.data.0"])


if __name__ == "__main__":
    unittest.main()
