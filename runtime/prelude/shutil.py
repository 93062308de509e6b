"""Operations on files and folders as a whole."""
import os
import sys


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def get_terminal_size(fallback=(80, 24)):
    """From COLUMNS and LINES, else the fallback."""
    columns = _positive(os.environ.get("COLUMNS", ""))
    lines = _positive(os.environ.get("LINES", ""))
    return os.terminal_size((columns or fallback[0], lines or fallback[1]))


def _positive(text):
    return int(text) if text.isdigit() else 0


def copyfileobj(fsrc, fdst, length=0):
    while True:
        piece = fsrc.read(length or 1 << 16)
        if not piece:
            return
        fdst.write(piece)


def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.exists(dst) and os.path.samefile(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    with open(src, "rb") as source, open(dst, "wb") as target:
        copyfileobj(source, target)
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    os.chmod(dst, os.stat(src).st_mode & 0o7777)


def copy(src, dst, *, follow_symlinks=True):
    target = os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst
    copyfile(src, target)
    copymode(src, target)
    return target


copy2 = copy


def ignore_patterns(*patterns):
    """For `copytree`: what tells the names that one of the patterns has."""
    def ignored(path, names):
        from fnmatch import filter
        return {name for pattern in patterns for name in filter(names, pattern)}
    return ignored


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    names = os.listdir(src)
    ignored = set(ignore(src, names)) if ignore is not None else set()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in ignored:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        if symlinks and os.path.islink(source):
            os.symlink(os.readlink(source), target)
        elif os.path.isdir(source):
            copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(source, target)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None, onexc=None):
    """`onexc`, which CPython has since 3.12, is called with the exception, `onerror` with what sys.exc_info() gives."""
    if dir_fd is not None:
        raise NotImplementedError("dir_fd unavailable on this platform")

    def attempt(function, where):
        """What the function gives; None after a failure that was reported."""
        try:
            return function(where)
        except OSError as error:
            if ignore_errors:
                return None
            if onexc is not None:
                onexc(function, where, error)
            elif onerror is not None:
                onerror(function, where, sys.exc_info())
            else:
                raise

    def remove(folder):
        for name in attempt(os.listdir, folder) or ():
            inner = os.path.join(folder, name)
            if os.path.isdir(inner) and not os.path.islink(inner):
                remove(inner)
            else:
                attempt(os.unlink, inner)
        attempt(os.rmdir, folder)

    if attempt(os.lstat, path) is None:
        return
    if attempt(_refuse_link, path):
        remove(path)


def _refuse_link(path):
    if os.path.islink(path):
        raise OSError("Cannot call rmtree on a symbolic link")
    return True


def move(src, dst, copy_function=copy2):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src.rstrip("/")))
    try:
        os.rename(src, dst)
    except OSError:
        if os.path.isdir(src):
            copytree(src, dst, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, dst)
            os.remove(src)
    return dst


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    if os.path.dirname(cmd):
        return cmd if os.access(cmd, mode) and not os.path.isdir(cmd) else None
    for folder in (os.environ.get("PATH", "") if path is None else path).split(":"):
        candidate = os.path.join(folder, cmd)
        if os.access(candidate, mode) and not os.path.isdir(candidate):
            return candidate
    return None
