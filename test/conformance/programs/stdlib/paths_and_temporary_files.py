# pathlib, glob, fnmatch, tempfile.
from pathlib import Path, PurePath, PurePosixPath
import os, tempfile, glob, fnmatch, shutil
p = Path("/a/b") / "c.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.anchor, p.is_absolute(), list(p.parents), p.parents[0], len(p.parents))
print(p.with_suffix(".zip"), p.with_name("x"), p.with_stem("y"), p.relative_to("/a"), Path("a", "b", "..", "./c"), Path(""), repr(Path(".")), Path("a//b/"), "x" / Path("y"), Path("/a") / "/b", Path("~").expanduser() == Path.home())
print(Path("a") == Path("a/"), Path("a") < Path("b"), hash(Path("a")) == hash(Path("a")), PurePath("a/b.py").match("*.py"), PurePath("/a/b/c.py").match("b/*.py"), sorted([Path("b"), Path("a/c"), Path("a")]), Path("a").joinpath("b", "c"), str(Path("a")), os.fspath(Path("q")), p.as_posix(), p.is_relative_to("/a"))
for f in [lambda: p.relative_to("/z"), lambda: Path("/").with_name("x"), lambda: p.with_suffix("zip"), lambda: Path(5), lambda: Path("/nope/x").read_text(), lambda: Path("/nope").stat(), lambda: p / 5]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
with tempfile.TemporaryDirectory() as tmp:
    root = Path(tmp)
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "a.txt").write_text("hello\nworld\n")
    (root / "sub" / "b.txt").write_bytes(b"\x00\x01")
    (root / "sub" / "deep" / "c.py").touch()
    (root / ".hidden").touch()
    print(sorted(x.name for x in root.iterdir()), sorted(str(x.relative_to(root)) for x in root.rglob("*")), sorted(x.name for x in root.glob("*.txt")), sorted(x.name for x in root.glob("**/*.py")), [x.name for x in root.glob("sub/*.txt")])
    print((root / "a.txt").read_text(), (root / "sub/b.txt").read_bytes(), (root / "a.txt").exists(), root.is_dir(), (root / "a.txt").is_file(), (root / "a.txt").stat().st_size)
    with (root / "a.txt").open() as f: print([line.strip() for line in f])
    (root / "a.txt").rename(root / "z.txt"); print((root / "z.txt").exists(), (root / "a.txt").exists())
    try: (root / "sub").mkdir()
    except FileExistsError as e: print("exists")
    (root / "sub").mkdir(exist_ok=True); (root / "z.txt").unlink(); (root / "gone").unlink(missing_ok=True)
    print(sorted(os.path.relpath(x, tmp) for x in glob.glob(tmp + "/**", recursive=True)), sorted(os.path.basename(x) for x in glob.glob(os.path.join(tmp, "s*"))), glob.glob("*", root_dir=tmp), glob.glob(tmp + "/*/*.txt")[0][-9:])
    name = tmp
print(os.path.exists(name))
print(fnmatch.fnmatch("abc.py", "*.py"), fnmatch.filter(["a.txt", "b.py", "c.TXT"], "*.txt"), fnmatch.fnmatch("a1", "a[0-9]"), fnmatch.fnmatch("ab", "a[!0-9]"), fnmatch.translate("*.p[yx]"), fnmatch.translate("a?b*c*"), fnmatch.fnmatch("x]", "x[]]"))
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as f:
    f.write("hi"); f.flush(); f.seek(0); print(f.read(), f.name.endswith(".txt"), os.path.exists(f.name)); n = f.name
print(os.path.exists(n))
with tempfile.TemporaryFile() as f:
    f.write(b"abc"); f.seek(0); print(f.read())
fd, path = tempfile.mkstemp(); os.close(fd); os.remove(path)
d = tempfile.mkdtemp(prefix="zz"); print(os.path.basename(d)[:2]); shutil.rmtree(d)
print(Path.cwd() == Path(os.getcwd()), Path("x").absolute() == Path.cwd() / "x", Path("a/../b").resolve() == Path.cwd() / "b")
