"""Threads: cases that start some are left out."""
import unittest


def requires_working_threading(*, module=False):
    if module:
        raise unittest.SkipTest("threads")
    return unittest.skip("threads")


def reap_threads(test):
    return test


def threading_setup():
    return ()


def threading_cleanup(*before):
    pass


def join_thread(thread, timeout=None):
    thread.join(timeout)


def start_threads(threads, unlock=None):
    raise unittest.SkipTest("threads")


def wait_threads_exit(timeout=None):
    raise unittest.SkipTest("threads")


def catch_threading_exception():
    raise unittest.SkipTest("threads")


can_start_thread = False
