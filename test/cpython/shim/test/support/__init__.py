"""What CPython's test modules ask of `test.support`, as far as it is about Python: cases about the insides of CPython (reference
counts, sizes of objects, its C interface, threads that it starts) are skipped, under python3 and under janusc.
"""
import contextlib
import functools
import gc
import importlib
import io
import os
import sys
import unittest

verbose = 0
use_resources = ()
max_memuse = real_max_memuse = 0
TEST_HOME_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STDLIB_DIR = REPO_ROOT = os.path.dirname(TEST_HOME_DIR)
TEST_DATA_DIR = os.path.join(TEST_HOME_DIR, "data")
LOOPBACK_TIMEOUT, INTERNET_TIMEOUT, SHORT_TIMEOUT, LONG_TIMEOUT = 5.0, 60.0, 30.0, 300.0
PIPE_MAX_SIZE = 4 * 1024 * 1024 + 1
MAX_Py_ssize_t = sys.maxsize
_1M, _1G = 1 << 20, 1 << 30
_2G, _4G = 2 * _1G, 4 * _1G
NHASHBITS = sys.hash_info.width
is_jython = is_android = is_emscripten = is_wasi = False
has_fork_support = has_subprocess_support = has_socket_support = False
has_strftime_extensions = True
unix_shell = "/bin/sh"
PGO = PGO_EXTENDED = HAVE_ASAN_FORK_BUG = False
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False


class Error(Exception):
    pass


class TestFailed(Error):
    pass


class ResourceDenied(unittest.SkipTest):
    pass


# Cases that are left out, each kind with its reason.

def _skipped(reason):
    return lambda *args, **options: unittest.skip(reason)


cpython_only = unittest.skip("CPython's insides")
refcount_test = unittest.skip("reference counts")
no_tracing = suppress_immortalization = lambda test: test
requires_legacy_unicode_capi = unittest.skip("CPython's C interface")
requires_IEEE_754 = unittest.skipUnless(float.__getformat__("double").startswith("IEEE"), "other floats")
requires_docstrings = unittest.skipUnless(HAVE_DOCSTRINGS, "no docstrings")
requires_debug_ranges = _skipped("columns in code objects")
requires_fork = requires_subprocess = _skipped("other processes")
bigaddrspacetest = unittest.skip("memory")
requires_freebsd_version = requires_mac_ver = requires_linux_version = lambda *version: lambda test: test
skip_if_pgo_task = skip_if_buggy_ucrt_strfptime = lambda test: test


def skip_if_sanitizer(reason=None, **kinds):
    return lambda test: test


def skip_if_buildbot(reason=None):
    return lambda test: test


def skip_if_broken_multiprocessing_synchronize():
    raise unittest.SkipTest("other processes")


def check_sanitizer(**kinds):
    return False


def requires_working_socket(*, module=False):
    if module:
        raise unittest.SkipTest("sockets")
    return unittest.skip("sockets")


def _module_needed(name):
    try:
        importlib.import_module(name)
    except ImportError:
        return unittest.skip(f"no {name}")
    return lambda test: test


def open_urlresource(url, *args, **options):
    raise ResourceDenied("the network")


def requires_zlib(reason=None):
    return _module_needed("zlib")


def requires_gzip(reason=None):
    return _module_needed("gzip")


def requires_bz2(reason=None):
    return _module_needed("bz2")


def requires_lzma(reason=None):
    return _module_needed("lzma")


def is_resource_enabled(resource):
    return resource == "cpu"


def requires(resource, msg=None):
    if not is_resource_enabled(resource):
        raise ResourceDenied(msg or f"the resource {resource}")


def requires_resource(resource):
    return unittest.skipUnless(is_resource_enabled(resource), f"the resource {resource}")


def check_impl_detail(**guards):
    """Answers as for an implementation of which no guard speaks."""
    return not (guards or {"cpython": True}).popitem()[1]


def impl_detail(msg=None, **guards):
    return unittest.skipUnless(check_impl_detail(**guards), msg or "details of an implementation")


def bigmemtest(size, memuse, dry_run=True):
    """Cases that want much memory run with a size that needs little, where they can."""
    def decorate(test):
        if not dry_run:
            return unittest.skip("memory")(test)

        @functools.wraps(test)
        def small(self):
            return test(self, 5147)
        small.size, small.memuse = size, memuse
        return small
    return decorate


def check_sizeof(test, o, size):
    raise unittest.SkipTest("sizes of objects")


def calcobjsize(form):
    return 0


calcvobjsize = calcobjsize


def run_in_subinterp(code):
    raise unittest.SkipTest("subinterpreters")


def check_disallow_instantiation(testcase, cls, *args, **keywords):
    with testcase.assertRaisesRegex(TypeError, "cannot create"):
        cls(*args, **keywords)


# What cases do for a while.

def gc_collect():
    for _ in range(3):
        gc.collect()


@contextlib.contextmanager
def disable_gc():
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextlib.contextmanager
def captured_output(name):
    before = getattr(sys, name)
    setattr(sys, name, io.StringIO())
    try:
        yield getattr(sys, name)
    finally:
        setattr(sys, name, before)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


_ABSENT = object()


@contextlib.contextmanager
def swap_attr(obj, attr, new_val):
    before = getattr(obj, attr, _ABSENT)
    setattr(obj, attr, new_val)
    try:
        yield None if before is _ABSENT else before
    finally:
        if before is not _ABSENT:
            setattr(obj, attr, before)
        elif hasattr(obj, attr):
            delattr(obj, attr)


@contextlib.contextmanager
def swap_item(obj, item, new_val):
    before = obj[item] if item in obj else _ABSENT
    obj[item] = new_val
    try:
        yield None if before is _ABSENT else before
    finally:
        if before is not _ABSENT:
            obj[item] = before
        elif item in obj:
            del obj[item]


def patch(test_instance, object_to_patch, attr_name, new_value):
    manager = swap_attr(object_to_patch, attr_name, new_value)
    getattr(object_to_patch, attr_name)
    manager.__enter__()
    test_instance.addCleanup(manager.__exit__, None, None, None)


@contextlib.contextmanager
def run_with_locale(category, *names):
    import locale
    kind = getattr(locale, category)
    before = locale.setlocale(kind)
    for name in names:
        try:
            locale.setlocale(kind, name)
            break
        except locale.Error:
            continue
    try:
        yield
    finally:
        locale.setlocale(kind, before)


@contextlib.contextmanager
def run_with_tz(zone):
    import time
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        del os.environ["TZ"]
        if before is not None:
            os.environ["TZ"] = before
        time.tzset()


@contextlib.contextmanager
def infinite_recursion(max_depth=75):
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(max_depth, 200))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(max_digits)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


class SuppressCrashReport:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


class catch_unraisable_exception:
    """`unraisable` is what sys.unraisablehook was called with last."""

    def __enter__(self):
        self.unraisable = None
        self.before = sys.unraisablehook
        sys.unraisablehook = self.hook
        return self

    def hook(self, unraisable):
        self.unraisable = unraisable

    def __exit__(self, *error):
        sys.unraisablehook = self.before
        del self.unraisable


# What cases check.

def findfile(filename, subdir=None):
    if os.path.isabs(filename):
        return filename
    place = os.path.join(TEST_HOME_DIR, subdir or "", filename)
    return place if os.path.exists(place) else filename


def get_attribute(obj, name):
    try:
        return getattr(obj, name)
    except AttributeError:
        raise unittest.SkipTest(f"{obj!r} has no {name}") from None


def sortdict(mapping):
    return "{" + ", ".join(f"{key!r}: {mapping[key]!r}" for key in sorted(mapping)) + "}"


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    with testcase.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    if lineno is not None:
        testcase.assertEqual(caught.exception.lineno, lineno)
    if offset is not None:
        testcase.assertEqual(caught.exception.offset, offset)


def check_free_after_iterating(test, iter, cls, args=()):
    """An iterator that has come to its end holds what it goes over no longer."""
    done, wrapper = [], None

    class Watched(cls):
        def __del__(self):
            done.append(True)
            try:
                next(wrapper)
            except StopIteration:
                pass

    wrapper = iter(Watched(*args))
    test.assertRaises(StopIteration, next, wrapper)
    gc_collect()
    test.assertTrue(done)


def check__all__(test_case, module, name_of_module=None, extra=(), not_exported=()):
    names = (module.__name__,) if name_of_module is None else name_of_module
    names = (names,) if isinstance(names, str) else names
    expected = set(extra)
    for name in dir(module):
        if name.startswith("_") or name in not_exported:
            continue
        value = getattr(module, name)
        own = getattr(value, "__module__", None)
        if own in names or (own is None and not isinstance(value, type(sys))):
            expected.add(name)
    test_case.assertCountEqual(module.__all__, expected)


def detect_api_mismatch(ref_api, other_api, *, ignore=()):
    missing = set(dir(ref_api)) - set(dir(other_api)) - set(ignore)
    return {name for name in missing if not name.startswith("_") or name.endswith("__")}


class Matcher:
    """Compares records of logging by the fields that a case gives."""
    _partial_matches = ("msg", "message")

    def matches(self, record, **fields):
        return all(self.match_value(name, record.get(name), value) for name, value in fields.items())

    def match_value(self, name, found, wanted):
        if type(found) is not type(wanted):
            return False
        if isinstance(found, str) and name in self._partial_matches:
            return wanted in found
        return found == wanted


def _comparing(name, **answers):
    methods = {f"__{operator}__": (lambda result: lambda self, other: result)(result) for operator, result in answers.items()}
    return functools.total_ordering(type(name, (), methods)) if "lt" in answers else type(name, (), methods)


ALWAYS_EQ = _comparing("_ALWAYS_EQ", eq=True, ne=False)()
NEVER_EQ = _comparing("_NEVER_EQ", eq=False, ne=True, hash=1)()


@functools.total_ordering
class _Largest:
    """Above everything but itself."""

    def __eq__(self, other):
        return isinstance(other, _Largest)

    def __lt__(self, other):
        return False


@functools.total_ordering
class _Smallest:
    """Below everything but itself."""

    def __eq__(self, other):
        return isinstance(other, _Smallest)

    def __gt__(self, other):
        return False


LARGEST, SMALLEST = _Largest(), _Smallest()


def load_package_tests(pkg_dir, loader, standard_tests, pattern):
    return standard_tests


def run_unittest(*cases):
    raise unittest.SkipTest("the modules' own ways to run")


def reap_children():
    pass


def wait_process(pid, *, exitcode, timeout=None):
    raise unittest.SkipTest("other processes")


def collision_stats(bins, balls):
    """Mean and standard deviation of how many of `balls` random balls fall into a bin that has one."""
    from fractions import Fraction
    k, n = balls, bins
    empty = n * (1 - Fraction(1, n)) ** k
    mean = k - n + empty
    variance = n * (n - 1) * (1 - Fraction(2, n)) ** k + empty - empty ** 2
    return float(mean), float(variance) ** 0.5
