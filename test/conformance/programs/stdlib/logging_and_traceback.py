# logging to streams, and tracebacks as text.
# form-expect: fail a traceback shows the functions of the form
import logging, sys, io, traceback
buf = io.StringIO()
logging.basicConfig(level=logging.INFO, format="%(levelname)s|%(name)s|%(message)s", stream=sys.stdout)
log = logging.getLogger("app.core")
log.info("x=%d y=%s", 1, "a"); log.debug("no"); log.warning("w %r", {"a": 1}); logging.error("root"); log.setLevel(logging.DEBUG); log.debug("yes"); log.log(35, "custom")
h = logging.StreamHandler(buf); h.setFormatter(logging.Formatter("{levelname:>8} {message}", style="{")); h.setLevel("ERROR"); log.addHandler(h)
log.error("err"); log.info("info"); print(repr(buf.getvalue()))
try: 1 / 0
except ZeroDivisionError: log.exception("failed %s", "here")
print(log, log.parent, logging.getLogger("app.core") is log, logging.getLogger(), log.getEffectiveLevel(), logging.getLevelName(20), logging.getLevelName("INFO"), h, log.handlers)
log.propagate = False; log.info("silent?"); print(buf.getvalue().count("\n"))
class F(logging.Filter):
    def filter(self, r): return "secret" not in r.getMessage()
h2 = logging.StreamHandler(sys.stdout); h2.addFilter(F()); l2 = logging.getLogger("two"); l2.propagate = False; l2.addHandler(h2); l2.warning("a secret"); l2.warning("plain"); l2.info("%(a)s", {"a": 1})
logging.disable(logging.ERROR); l2.error("disabled"); logging.disable(logging.NOTSET)
class MyH(logging.Handler):
    def emit(self, record): print("MyH", record.levelname, record.getMessage(), record.name)
l3 = logging.getLogger("three"); l3.addHandler(MyH()); l3.error("x"); l3.propagate = False; l3.warning("y %s", 5)
try: log.setLevel("NOPE")
except ValueError as e: print(e)
ad = logging.LoggerAdapter(l3, {"u": 1}); ad.warning("adapted")
def f(): raise ValueError("bad")
try: f()
except ValueError as e:
    print(traceback.format_exc()); print(traceback.format_exception_only(type(e), e)); print([(x.lineno, x.name, x.line) for x in traceback.extract_tb(e.__traceback__)])
    print("".join(traceback.format_exception(e))); traceback.print_exc(file=sys.stdout)
    print(traceback.format_tb(e.__traceback__))
try:
    try: f()
    except ValueError as e: raise KeyError("k") from e
except KeyError: traceback.print_exc(file=sys.stdout)
try:
    try: f()
    except ValueError as e: [][1]
except IndexError as e:
    e.add_note("a note"); print(traceback.format_exc())
print(traceback.format_exc())
