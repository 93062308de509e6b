"""What the program runs on."""
import os
import sys


def system():
    return os.uname().sysname


def node():
    return os.uname().nodename


def release():
    return os.uname().release


def version():
    return os.uname().version


def machine():
    return os.uname().machine


def processor():
    return ""


def architecture(executable="", bits="", linkage=""):
    return "64bit", "ELF"


def python_version():
    return ".".join([str(part) for part in sys.version_info[:3]])


def python_version_tuple():
    return tuple(python_version().split("."))


def python_implementation():
    return "CPython"


def python_compiler():
    return "GCC"


def platform(aliased=False, terse=False):
    return f"{system()}-{release()}-{machine()}"


def uname():
    return os.uname()


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """The C library; of the running program alone."""
    name, _, number = os.confstr("CS_GNU_LIBC_VERSION").partition(" ") if hasattr(os, "confstr") else ("glibc", "", "")
    return name, number
