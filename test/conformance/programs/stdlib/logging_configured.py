"""logging.config and logging.handlers, which set up the program's own loggers."""
import io
import logging
import logging.config
import logging.handlers
import os
import tempfile

os.chdir(tempfile.mkdtemp())
LOGGING = {
    "version": 1, "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(name)s:%(levelname)s:%(message)s"}, "full": {"format": "[%(levelname)-8s] %(filename)s:%(lineno)d %(message)s"}},
    "filters": {"odd": {"()": "__main__.Odd", "n": 3}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "level": "INFO", "formatter": "plain", "stream": "ext://sys.stdout", "filters": ["odd"]},
        "file": {"class": "logging.handlers.RotatingFileHandler", "filename": "run.log", "maxBytes": 400, "backupCount": 2, "formatter": "full", "mode": "w"},
    },
    "loggers": {"train": {"handlers": ["console", "file"], "level": "DEBUG", "propagate": False}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
class Odd(logging.Filter):
    def __init__(self, n):
        super().__init__()
        self.n = n
    def filter(self, record):
        return "skip" not in record.getMessage()
logging.config.dictConfig(LOGGING)
log = logging.getLogger("train")
for i in range(12):
    log.info("step %d loss %.3f", i, 1 / (i + 1))
    log.debug("debug %d", i)
log.warning("skip this")
logging.getLogger("other").error("root error")
logging.getLogger("other").info("hidden")
for h in log.handlers: h.close()
for f in ("run.log", "run.log.1", "run.log.2"):
    print(f, os.path.exists(f) and len(open(f).read().splitlines()))
print(open("run.log").read())
try:
    logging.config.dictConfig({"version": 2})
except ValueError as e:
    print(e)
try:
    logging.config.dictConfig({"version": 1, "handlers": {"h": {"class": "logging.Nope"}}})
except ValueError as e:
    print(e, "|", e.__cause__)
open("c.ini", "w").write("""[loggers]
keys=root,a
[handlers]
keys=h
[formatters]
keys=f
[logger_root]
level=DEBUG
handlers=h
[logger_a]
level=INFO
handlers=h
qualname=a
propagate=0
[handler_h]
class=StreamHandler
args=(sys.stdout,)
formatter=f
[formatter_f]
format=<%(name)s> %(message)s
""")
logging.config.fileConfig("c.ini")
logging.getLogger("a").info("from file"); logging.getLogger("a").debug("no")
m = logging.handlers.MemoryHandler(10, target=logging.StreamHandler(io.StringIO()))
mem = logging.getLogger("mem"); mem.addHandler(m); mem.propagate = False; mem.setLevel("INFO")
mem.info("buffered"); print(len(m.buffer)); m.flush(); print(len(m.buffer), repr(m.target.stream.getvalue()))
q = __import__("queue").Queue(); qh = logging.handlers.QueueHandler(q); ql = logging.handlers.QueueListener(q, logging.StreamHandler(io.StringIO()))
lq = logging.getLogger("q"); lq.addHandler(qh); lq.propagate = False; lq.setLevel("INFO"); ql.start(); lq.info("queued %s", 3); ql.stop()
print(repr(ql.handlers[0].stream.getvalue()))
t = logging.handlers.TimedRotatingFileHandler("t.log", when="D", backupCount=1); print(t.suffix, t.interval); t.close()
