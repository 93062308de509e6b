"""The operating system: files, folders, the environment."""
import _posix
import posixpath as path
import sys
from abc import ABC, abstractmethod
from _posix import (_exit, access, chdir, chown, close, cpu_count, dup, dup2, fork, fspath, fsync, getcwd, geteuid, getgid,
                    getpid, getppid, getuid, isatty, kill, link, listdir, lseek, mkdir, open, pipe, read, readlink,
                    remove, rmdir, sched_getaffinity, strerror, system, truncate, umask, urandom,
                    WCOREDUMP, WEXITSTATUS, WIFCONTINUED, WIFEXITED, WIFSIGNALED, WIFSTOPPED, WSTOPSIG, WTERMSIG,
                    waitpid, waitstatus_to_exitcode, write)
from _posix import (O_APPEND, O_CLOEXEC, O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY, WCONTINUED, WNOHANG, WUNTRACED)

name = "posix"
sep = "/"
linesep = "\n"
curdir = "."
pardir = ".."
pathsep = ":"
altsep = None
extsep = "."
devnull = "/dev/null"
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
EX_OK = 0
error = OSError
unlink = remove
supports_bytes_environ = True


class PathLike(ABC):
    """Anything with __fspath__."""

    __class_getitem__ = classmethod(type(list[int]))

    @abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else NotImplemented


class _Environ(dict):
    """The environment; changes go to the process."""

    def __setitem__(self, key, value):
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"str expected, not {type(key if not isinstance(key, str) else value).__name__}")
        _posix.putenv(key, value)
        super().__setitem__(key, value)
        _posix.tell_variable(key, value)

    def __delitem__(self, key):
        super().__delitem__(key)
        _posix.unsetenv(key)
        _posix.tell_variable(key, None)

    def _take(self, key, value):
        """A package has set a variable, or has taken it away: None."""
        if value is None:
            super().pop(key, None)
        else:
            super().__setitem__(key, value)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if key not in self:
            if default:
                return default[0]
            raise KeyError(key)
        value = self[key]
        del self[key]
        return value

    def update(self, *others, **values):
        for other in others:
            for key in other:
                self[key] = other[key]
        for key in values:
            self[key] = values[key]

    def __repr__(self):
        return f"environ({dict.__repr__(self)})"


environ = _Environ(_posix.environ())


def getenv(key, default=None):
    return environ.get(key, default)


def wait():
    return waitpid(-1, 0)


def putenv(key, value):
    _posix.putenv(key, value)


_STAT_FIELDS = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")


class stat_result(tuple):
    """What is known of a file: ten numbers, times of whole seconds among them, and more under names."""

    def __new__(cls, values):
        values = tuple(values)
        made = super().__new__(cls, values[:10])
        made._more = values[10:] or (*values[7:10], None, None, None, None, None, None)
        return made

    def __repr__(self):
        return f"os.stat_result({', '.join([f'{name}={value!r}' for name, value in zip(_STAT_FIELDS, self)])})"

    def __reduce__(self):
        return stat_result, ((*self, *self._more),)

    st_mode = property(lambda self: self[0])
    st_ino = property(lambda self: self[1])
    st_dev = property(lambda self: self[2])
    st_nlink = property(lambda self: self[3])
    st_uid = property(lambda self: self[4])
    st_gid = property(lambda self: self[5])
    st_size = property(lambda self: self[6])
    st_atime = property(lambda self: self._more[0])
    st_mtime = property(lambda self: self._more[1])
    st_ctime = property(lambda self: self._more[2])
    st_atime_ns = property(lambda self: self._more[3])
    st_mtime_ns = property(lambda self: self._more[4])
    st_ctime_ns = property(lambda self: self._more[5])
    st_blksize = property(lambda self: self._more[6])
    st_blocks = property(lambda self: self._more[7])
    st_rdev = property(lambda self: self._more[8])


def stat(path, *, dir_fd=None, follow_symlinks=True):
    return stat_result(_posix.stat(path) if follow_symlinks else _posix.lstat(path))


def lstat(path, *, dir_fd=None):
    return stat_result(_posix.lstat(path))


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _posix.rename(src, dst)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _posix.rename(src, dst)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _posix.symlink(src, dst)


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    if not follow_symlinks:
        raise NotImplementedError("chmod: follow_symlinks unavailable on this platform")
    _posix.chmod(path, mode)


def _split_last(name):
    """The last folder of a path and what is above it; a slash at the end does not count."""
    head, tail = path.split(name)
    return (head, tail) if tail else path.split(head)


def _make_above(head, exist_ok):
    try:
        makedirs(head, exist_ok=exist_ok)
    except FileExistsError:  # another process was faster
        pass


def makedirs(name, mode=0o777, exist_ok=False):
    above, last = _split_last(name)
    if above and last and not path.exists(above):
        _make_above(above, exist_ok)
        if last == curdir:
            return
    try:
        mkdir(name, mode)
    except OSError:
        if exist_ok and path.isdir(name):
            return
        raise


def removedirs(name):
    rmdir(name)
    above, last = _split_last(name)
    try:
        while above and last:
            rmdir(above)
            above, last = path.split(above)
    except OSError:  # the first folder that is in use ends it
        pass


def fstat(fd):
    return stat_result(_posix.fstat(fd))


def utime(path, times=None, *, ns=None):
    if ns is not None:
        times = (ns[0] / 1e9, ns[1] / 1e9)
    _posix.utime(path, times)


def fdopen(fd, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
    import io
    return io.open(fd, mode, buffering, encoding, errors, newline)


class uname_result(tuple):
    """What the system calls itself."""

    sysname = property(lambda self: self[0])
    nodename = property(lambda self: self[1])
    release = property(lambda self: self[2])
    version = property(lambda self: self[3])
    machine = property(lambda self: self[4])

    def __repr__(self):
        names = ("sysname", "nodename", "release", "version", "machine")
        return f"posix.uname_result({', '.join([f'{key}={value!r}' for key, value in zip(names, self)])})"


def uname():
    return uname_result(_posix.uname())


def getlogin():
    return environ.get("LOGNAME") or environ.get("USER") or "root"


def renames(old, new):
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)


def unsetenv(key):
    _posix.unsetenv(key)


class DirEntry:
    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path) and (follow_symlinks or not path.islink(self.path))

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path) and (follow_symlinks or not path.islink(self.path))

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"


class _Scandir:
    def __init__(self, folder):
        self._entries = iter([DirEntry(folder, entry) for entry in listdir(folder)])

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(path="."):
    return _Scandir(path)


def walk(top, topdown=True, onerror=None, followlinks=False):
    try:
        entries = listdir(top)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    folders = [entry for entry in entries if path.isdir(path.join(top, entry))]
    files = [entry for entry in entries if not path.isdir(path.join(top, entry))]
    if topdown:
        yield top, folders, files
    for folder in folders:
        inner = path.join(top, folder)
        if followlinks or not path.islink(inner):
            yield from walk(inner, topdown, onerror, followlinks)
    if not topdown:
        yield top, folders, files


class terminal_size(tuple):
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return f"os.terminal_size(columns={self[0]}, lines={self[1]})"


def get_terminal_size(fd=1):
    return terminal_size(_posix.get_terminal_size(fd))


def fsencode(filename):
    filename = fspath(filename)
    return filename if isinstance(filename, bytes) else filename.encode("utf-8", "surrogateescape")


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getcwdb():
    return fsencode(getcwd())


# Functions that take descriptors, folders' descriptors, or a link itself: nothing is promised.
supports_fd = supports_dir_fd = supports_effective_ids = supports_follow_symlinks = frozenset()

sys.modules["os.path"] = path
