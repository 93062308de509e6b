"""shutil.copytree with patterns that are left out."""
import importlib
import os
import shutil
import tempfile

folder = tempfile.mkdtemp()
for name in ("a.py", "b.pt", "deep/c.pt", "deep/d.txt", "__pycache__/x.pyc"):
    path = os.path.join(folder, "from", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(name)
shutil.copytree(os.path.join(folder, "from"), os.path.join(folder, "to"), ignore=shutil.ignore_patterns("*.pt", "__py*"))
print(sorted(os.path.relpath(os.path.join(where, name), folder) for where, _, names in os.walk(os.path.join(folder, "to")) for name in names))
print(sorted(shutil.ignore_patterns("*.pt", "a*")("", ["a.py", "b.pt", "c"])), importlib.invalidate_caches())
