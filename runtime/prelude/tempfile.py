"""Files and folders with names nobody else has."""
import io
import os
import random
import shutil
import weakref

tempdir = None
template = "tmp"
_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"
TMP_MAX = 10000
_rng = None


def _random_name():
    global _rng
    if _rng is None:
        _rng = random.Random(os.urandom(8))
    return "".join([_rng.choice(_CHARACTERS) for _ in range(8)])


def gettempdir():
    global tempdir
    if tempdir is None:
        candidates = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")] + ["/tmp", "/var/tmp", "/usr/tmp"]
        for folder in candidates:
            if folder and os.path.isdir(folder) and os.access(folder, os.W_OK):
                tempdir = os.path.abspath(folder)
                break
        else:
            tempdir = os.getcwd()
    return tempdir


def gettempdirb():
    return os.fsencode(gettempdir())


def gettempprefix():
    return template


def _candidates(suffix, prefix, dir):
    dir = gettempdir() if dir is None else os.path.abspath(os.fspath(dir))
    for _ in range(TMP_MAX):
        yield os.path.join(dir, (template if prefix is None else prefix) + _random_name() + (suffix or ""))
    raise FileExistsError(17, "No usable temporary file name found")


def mkdtemp(suffix=None, prefix=None, dir=None):
    for name in _candidates(suffix, prefix, dir):
        try:
            os.mkdir(name, 0o700)
        except FileExistsError:
            continue
        return name


def mktemp(suffix="", prefix=template, dir=None):
    for name in _candidates(suffix, prefix, dir):
        if not os.path.lexists(name):
            return name


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    for name in _candidates(suffix, prefix, dir):
        try:
            return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), name
        except FileExistsError:
            continue


def _created(suffix, prefix, dir):
    for name in _candidates(suffix, prefix, dir):
        try:
            io.open(name, "xb").close()
        except FileExistsError:
            continue
        os.chmod(name, 0o600)
        return name


class _TemporaryFileWrapper:
    """A file that goes when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._finalizer = weakref.finalize(self, _close_and_remove, file, name, delete)

    def __getattr__(self, name):
        return getattr(self.__dict__["file"], name)

    def close(self):
        self._finalizer()

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        for line in self.file:
            yield line


def _close_and_remove(file, name, delete):
    file.close()
    if delete:
        try:
            os.unlink(name)
        except FileNotFoundError:
            pass


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    name = _created(suffix, prefix, dir)
    file = io.open(name, mode, buffering, encoding, errors, newline)
    return _TemporaryFileWrapper(file, name, delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    name = _created(suffix, prefix, dir)
    file = io.open(name, mode, buffering, encoding, errors, newline)
    os.unlink(name)
    return file


def SpooledTemporaryFile(max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None,
                         dir=None, *, errors=None):
    return TemporaryFile(mode, buffering, encoding, newline, suffix, prefix, dir, errors=errors)


class TemporaryDirectory:
    """A folder that goes with all that is in it."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._finalizer = weakref.finalize(self, _remove_tree, self.name)

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def cleanup(self):
        self._finalizer()


def _remove_tree(name):
    shutil.rmtree(name, ignore_errors=True)
