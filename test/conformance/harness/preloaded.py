"""The Python that says what is right, and a server of it that has imported torch and forks for each
program, which spares every program three seconds. A program runs in `__main__` as `python3 FILE`
runs it, by the same function of CPython, so its tracebacks are those of a process of its own, and so is
its end, where something runs then."""
import gc
import json
import os
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path

from .execution import environment, start_process

TORCH = re.compile(rb"^\s*(import|from) torch\b", re.M)

# Programs of which something may run, or be written, when the interpreter takes its modules apart. The process of any
# other program just ends: after an import of torch, taking the modules apart needs more than a second.
RUNS_AT_END = re.compile(rb"__del__|\b(atexit|weakref|threading|concurrent|multiprocessing|logging|gc"
                         rb"|yield|async|open|tempfile|stdout|stderr)\b")

# Only in the process that serves: serve() runs there, under the Python that has torch.
SERVE = "import sys; sys.path[0] = sys.argv[1]; from harness.preloaded import serve; serve()"


class Python:
    """Each thread that asks has a server of its own, started when it first does."""

    def __init__(self, path: Path):
        self.path = path
        self.local = threading.local()

    def run(self, program, file: Path):
        """What runs `file`, a form of `program`: a command and how it is started, for execute()."""
        command = [file, *program.arguments]
        if program.own_process or not TORCH.search(program.text):
            return [self.path, *command], start_process
        return command, self.fork

    def server(self) -> subprocess.Popen:
        if not hasattr(self.local, "server"):
            self.local.server = subprocess.Popen(
                [self.path, "-c", SERVE, Path(__file__).resolve().parents[1]], text=True,
                env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.local.server

    def close(self) -> None:
        """Ends the server of this thread."""
        server = self.local.__dict__.pop("server", None)
        if server:
            server.stdin.close()
            server.stdout.close()
            server.wait()

    def fork(self, command, cwd: Path, variables: dict, out: Path, err: Path, strict=False):
        """As start_process(); `strict`: as `python3 -W error`, and with all that happens at the end."""
        server = self.server()
        request = {"command": [str(part) for part in command], "cwd": str(cwd),
                   "environment": variables, "out": str(out), "err": str(err), "strict": strict,
                   "runs_at_end": strict or bool(RUNS_AT_END.search((cwd / command[0]).read_bytes()))}
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        return int(server.stdout.readline()), lambda: int(server.stdout.readline())


def serve() -> None:
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    import torch._dynamo  # noqa: F401  torch, and what its optimizers import when first used
    gc.collect()
    gc.freeze()  # collections of the programs leave the modules alone
    for line in requests:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            requests.close()
            answers.close()
            become(request)
        print(child, file=answers, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
    os._exit(0)


def become(request) -> None:
    """Is, from here on, the python3 of a program."""
    import ctypes
    os.setsid()
    os.chdir(request["cwd"])
    for number, path, flags in ((0, os.devnull, os.O_RDONLY),
                                (1, request["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                                (2, request["err"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):
        opened = os.open(path, flags, 0o644)
        os.dup2(opened, number)
        os.close(opened)
    environment = request["environment"]
    os.environ.clear()
    os.environ.update(environment)
    file = os.path.abspath(request["command"][0])  # as CPython does from 3.9 on; argv has it as it was given
    sys.argv[:] = request["command"]
    folders = [folder for folder in environment.get("PYTHONPATH", "").split(":") if folder]
    sys.path[:1] = [os.path.dirname(os.path.realpath(file)), *folders]
    for name in [name for name in sys.modules if name.partition(".")[0] == "harness"]:
        del sys.modules[name]
    if request["strict"]:
        warnings.simplefilter("error")
    main = sys.modules["__main__"].__dict__
    builtins = main["__builtins__"]
    main.clear()
    main.update(__name__="__main__", __doc__=None, __package__=None, __loader__=None,
                __spec__=None, __annotations__={}, __builtins__=builtins)
    fopen = ctypes.CDLL(None).fopen
    fopen.restype = ctypes.c_void_p
    run = ctypes.pythonapi.PyRun_AnyFileExFlags
    run.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p)
    failed = run(fopen(os.fsencode(file), b"rb"), os.fsencode(file), 1, None)
    if not request["runs_at_end"]:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1 if failed else 0)
    raise SystemExit(1 if failed else 0)
