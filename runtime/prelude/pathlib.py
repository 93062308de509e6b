"""Paths as objects."""
import fnmatch
import io
import os
import re

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]


def _split_root(text):
    """(root, rest): "//" at the start is a root of its own, three or more slashes are one."""
    if not text.startswith("/"):
        return "", text
    if text.startswith("//") and not text.startswith("///"):
        return "//", text[2:]
    return "/", text.lstrip("/")


class _Parents:
    """The folders above a path, nearest first."""

    def __init__(self, path):
        self._path = path
        self._count = len(path._parts) - (1 if path._root else 0)

    def __len__(self):
        return self._count

    def __getitem__(self, i):
        picked = range(self._count)
        if isinstance(i, slice):
            return tuple([self[k] for k in picked[i]])
        if not -self._count <= i < self._count:
            raise IndexError(i)
        parts = self._path._parts
        return self._path._made(self._path._root, parts[:len(parts) - 1 - picked[i]])

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    def __repr__(self):
        return f"<{type(self._path).__name__}.parents>"


class PurePath:
    """A path that touches no file."""

    __slots__ = ("_root", "_parts", "_text")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._from(args)

    def __init__(self, *args):
        pass

    @classmethod
    def _from(cls, args):
        root = ""
        parts = []
        for arg in args:
            if isinstance(arg, PurePath):
                text = str(arg) if arg._root or arg._parts else ""
            else:
                text = os.fspath(arg)
                if not isinstance(text, str):
                    raise TypeError("argument should be a str object or an os.PathLike object returning str, not "
                                    f"{type(text)!r}")
            new_root, rest = _split_root(text)
            if new_root:
                root = new_root
                parts = [new_root]
            parts += [part for part in rest.split("/") if part and part != "."]
        return cls._made_of(root, parts)

    @classmethod
    def _made_of(cls, root, parts):
        self = object.__new__(cls)
        self._root = root
        self._parts = tuple(parts)
        self._text = None
        return self

    def _made(self, root, parts):
        return type(self)._made_of(root, parts)

    def __reduce__(self):
        return self.__class__, tuple(self._parts)

    def __str__(self):
        if self._text is None:
            inner = self._parts[1:] if self._root else self._parts
            self._text = self._root + "/".join(inner) or "."
        return self._text

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        return str(self)

    def __bytes__(self):
        return os.fsencode(str(self))

    def __repr__(self):
        return f"{self.__class__.__name__}({self.as_posix()!r})"

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        quoted = "".join([chr(b) if chr(b).isalnum() and b < 128 or chr(b) in "_.-~/" else f"%{b:02X}"
                          for b in bytes(self)])
        return "file://" + quoted

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self):
        return hash(self._parts)

    def __lt__(self, other):
        return self._parts < other._parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self._parts <= other._parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self._parts > other._parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self._parts >= other._parts if isinstance(other, PurePath) else NotImplemented

    def __class_getitem__(cls, parameters):
        return cls

    drive = property(lambda self: "")
    root = property(lambda self: self._root)
    anchor = property(lambda self: self._root)
    parts = property(lambda self: self._parts)

    @property
    def name(self):
        parts = self._parts
        return "" if len(parts) == (1 if self._root else 0) else parts[-1]

    @property
    def suffix(self):
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        name = self.name
        i = name.rfind(".")
        return name[:i] if 0 < i < len(name) - 1 else name

    @property
    def parent(self):
        parts = self._parts
        if len(parts) == (1 if self._root else 0):
            return self
        return self._made(self._root, parts[:-1])

    @property
    def parents(self):
        return _Parents(self)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._made(self._root, self._parts[:-1] + (name,))

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or (suffix and not suffix.startswith(".")) or suffix == ".":
            raise ValueError(f"Invalid suffix {suffix!r}")
        name = self.name
        if not name:
            raise ValueError(f"{self!r} has an empty name")
        old = self.suffix
        return self._made(self._root, self._parts[:-1] + ((name[:-len(old)] if old else name) + suffix,))

    def relative_to(self, *other):
        if not other:
            raise TypeError("need at least one argument")
        base = type(self)(*other)
        n = len(base._parts)
        if base._parts != self._parts[:n]:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r} OR one path is relative and the "
                             "other is absolute.")
        return self._made(self._root if n == 0 else "", self._parts[n:])

    def is_relative_to(self, *other):
        if not other:
            raise TypeError("need at least one argument")
        parts = type(self)(*other)._parts
        return self._parts[:len(parts)] == parts

    def joinpath(self, *args):
        return type(self)._from((self,) + args)

    def __truediv__(self, key):
        try:
            return type(self)._from((self, key))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)._from((key, self))
        except TypeError:
            return NotImplemented

    def is_absolute(self):
        return bool(self._root)

    def is_reserved(self):
        return False

    def match(self, path_pattern):
        pattern = PurePosixPath(path_pattern)
        wanted = pattern._parts
        if not wanted:
            raise ValueError("empty pattern")
        own = self._parts
        if pattern._root:
            if not self._root or len(own) != len(wanted):
                return False
        elif len(wanted) > len(own):
            return False
        return all([fnmatch.fnmatchcase(part, pat) for part, pat in zip(reversed(own), reversed(wanted))])


class PurePosixPath(PurePath):
    __slots__ = ()


class PureWindowsPath(PurePath):
    __slots__ = ()

    def __new__(cls, *args):
        raise NotImplementedError("cannot instantiate 'PureWindowsPath' on your system")


class Path(PurePath):
    """A path and the file behind it."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return cls._from(args)

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls("~").expanduser()

    # ---- what it is
    def stat(self, *, follow_symlinks=True):
        return os.stat(str(self), follow_symlinks=follow_symlinks)

    def lstat(self):
        return os.lstat(str(self))

    def exists(self):
        return os.path.exists(str(self))

    def is_dir(self):
        return os.path.isdir(str(self))

    def is_file(self):
        return os.path.isfile(str(self))

    def is_symlink(self):
        return os.path.islink(str(self))

    def is_mount(self):
        return os.path.ismount(str(self))

    def samefile(self, other_path):
        return os.path.samefile(str(self), str(other_path))

    # ---- other paths
    def absolute(self):
        return self if self.is_absolute() else self._made_from(os.getcwd(), self)

    def _made_from(self, *parts):
        return type(self)._from(parts)

    def resolve(self, strict=False):
        text = os.path.realpath(str(self))
        if strict:
            os.stat(text)
        return self._made_from(text)

    def readlink(self):
        return self._made_from(os.readlink(str(self)))

    def expanduser(self):
        first = self._parts[0] if self._parts and not self._root else ""
        if not first.startswith("~"):
            return self
        home = os.path.expanduser(first)
        if home.startswith("~"):
            raise RuntimeError("Could not determine home directory.")
        return self._made_from(home, *self._parts[1:])

    def iterdir(self):
        for name in os.listdir(str(self)):
            yield self._made(self._root, self._parts + (name,))

    def glob(self, pattern):
        return self._glob(pattern, False)

    def rglob(self, pattern):
        return self._glob(pattern, True)

    def _glob(self, pattern, deep):
        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        root, rest = _split_root(os.fspath(pattern))
        if root:
            raise NotImplementedError("Non-relative patterns are unsupported")
        parts = [part for part in rest.split("/") if part and part != "."]
        if pattern[-1] == "/":
            parts.append("")
        if deep:
            parts.insert(0, "**")
        return self._select(parts)

    def _select(self, parts):
        yield from dict.fromkeys(self._selected(parts))

    def _selected(self, parts):
        if not parts:
            yield self
            return
        part, rest = parts[0], parts[1:]
        if part == "":
            if self.is_dir():
                yield self
        elif part == "**":
            for folder in self._folders_below():
                yield from folder._selected(rest)
        elif part == "..":
            yield from self._made(self._root, self._parts + ("..",))._selected(rest)
        elif not re.search(r"[*?\[]", part):
            inner = self._made(self._root, self._parts + (part,))
            if inner.is_dir() if rest else inner.exists() or inner.is_symlink():
                yield from inner._selected(rest)
        else:
            for inner in self._children():
                if fnmatch.fnmatchcase(inner.name, part) and (not rest or inner.is_dir()):
                    yield from inner._selected(rest)

    def _children(self):
        try:
            return list(self.iterdir())
        except OSError:
            return []

    def _folders_below(self):
        yield self
        for inner in self._children():
            if inner.is_dir() and not inner.is_symlink():
                yield from inner._folders_below()

    # ---- changes
    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return io.open(str(self), mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding, errors=errors) as f:
            return f.read()

    def read_bytes(self):
        with self.open("rb") as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f"data must be str, not {data.__class__.__name__}")
        with self.open("w", encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        with self.open("wb") as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists():
            if not exist_ok:
                raise FileExistsError(17, "File exists", str(self))
            os.utime(str(self))
        else:
            self.open("ab").close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            os.mkdir(str(self), mode)
        except OSError as error:
            missing = isinstance(error, FileNotFoundError)
            if missing and parents and self.parent != self:
                self.parent.mkdir(parents=True, exist_ok=True)
                self.mkdir(mode, exist_ok=exist_ok)
            elif missing or not (exist_ok and self.is_dir()):
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        os.chmod(str(self), mode)

    def unlink(self, missing_ok=False):
        accepted = (FileNotFoundError,) if missing_ok else ()
        try:
            os.unlink(str(self))
        except accepted:
            return

    def rmdir(self):
        os.rmdir(str(self))

    def rename(self, target):
        os.rename(str(self), str(target))
        return self._made_from(target)

    def replace(self, target):
        os.replace(str(self), str(target))
        return self._made_from(target)

    def symlink_to(self, target, target_is_directory=False):
        os.symlink(str(target), str(self))

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


class WindowsPath(Path):
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise NotImplementedError("cannot instantiate 'WindowsPath' on your system")
