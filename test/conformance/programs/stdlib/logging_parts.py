"""Formats, the tree of loggers, names of handlers, warnings as messages."""
import io
import logging
import warnings

for a in ["x", "%(message)s %", "{message", "{a b}", "{message:>10.2f}", "{message!z}", "{message:zz}", "{0.x[1]}", "$x $", "${x}", "plain", "$$", "{}"]:
    for st in "%{$":
        try: logging.Formatter(a, style=st); print(a, st, "ok")
        except ValueError as e: print(a, st, e)
a = logging.getLogger("a.b.c"); print(logging.root.manager.loggerDict.keys(), type(logging.root.manager.loggerDict["a"]).__name__)
b = logging.getLogger("a"); print(a.parent is b, b.parent is logging.root); c = logging.getLogger("a.b"); print(a.parent is c, c.parent is b, {k: type(v).__name__ for k, v in logging.root.manager.loggerDict.items()})
s = io.StringIO(); h = logging.StreamHandler(s); h.set_name("mine"); print(h.get_name(), list(logging._handlers), h)
b.addHandler(h); logging.captureWarnings(True); logging.getLogger("py.warnings").addHandler(h)
warnings.warn("careful"); logging.captureWarnings(False); print(s.getvalue())
ad = logging.LoggerAdapter(a, {"k": 1}); print(ad, ad.getEffectiveLevel(), ad.hasHandlers(), ad.manager is a.manager)
class Mem(logging.Handler):
    def __init__(self): super().__init__(); self.n = 0
    def emit(self, r): self.n += 1
    def flush(self): print("flush", self.n)
    def close(self): print("close"); super().close()
m = Mem(); a.addHandler(m); a.error("x"); print(m.n)
bf = logging.BufferingFormatter(); print(repr(bf.format([logging.makeLogRecord({"msg": "q"}), logging.makeLogRecord({"msg": "r"})])))
ab = logging.getLogger("abc"); print(ab.parent.name, logging.getLogger("abc.d").parent.name)
