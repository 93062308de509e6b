"""Imports as test modules ask for them. A module is what the program has: there is no other make of it without its parts in C."""
import contextlib
import importlib
import unittest


def import_module(name, deprecated=False, *, required_on=()):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error)) from None


def import_fresh_module(name, fresh=(), blocked=(), *, usefrozen=False, deprecated=False):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class CleanImport:
    """Cases that import modules anew are left out."""

    def __init__(self, *names, usefrozen=False):
        raise unittest.SkipTest("modules are imported once")


DirsOnSysPath = CleanImport


@contextlib.contextmanager
def ready_to_import(name=None, source=""):
    raise unittest.SkipTest("modules that a case writes")
    yield


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


def unload(name):
    pass


forget = unload


def make_legacy_pyc(source):
    raise unittest.SkipTest("byte code")


def modules_setup():
    return ()


def modules_cleanup(before):
    pass
