"""How each implementation's worker is made, and what making it costs."""
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from . import machine
from .worker import Worker, WorkerFailure


@dataclass
class Cold:
    """Costs before the steady state; seconds and bytes."""
    compile_seconds: float = 0.0
    load_seconds: float = 0.0
    first_step: float = 0.0
    artifact_bytes: int = 0
    compiler_peak: int = 0


@dataclass
class Tools:
    build: Path
    python: Path
    janusc_flags: list
    threads: int


def compile_module(source: Path, tools: Tools, cold: Cold) -> Path:
    module = source.with_suffix(".so")
    command = [tools.build / "bin/janusc", source, *tools.janusc_flags, "-o", module]
    errors = source.with_suffix(".stderr")
    start = time.monotonic()
    with open(errors, "w", encoding="utf-8") as stderr:
        process = subprocess.Popen(command, stdout=stderr, stderr=stderr, stdin=subprocess.DEVNULL,
                                   env=os.environ | {"NO_COLOR": "1"})
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cold.compile_seconds = time.monotonic() - start
    cold.compiler_peak = usage.ru_maxrss * 1024
    if process.returncode != 0:
        raise WorkerFailure(f"janusc ended with status {process.returncode}: {errors.read_text()}")
    cold.artifact_bytes = module.stat().st_size
    return module


def start(name: str, program, tools: Tools, folder: Path):
    """A worker that is ready for its first step, and what that cost."""
    cold = Cold()
    source = program.variant(name, folder)
    if name == "janusc":
        command = [tools.build / "bin/janus-run", compile_module(source, tools, cold)]
    else:
        command = [tools.python, source]
    environment = machine.thread_environment(tools.threads)
    # torch.compile must not find what an earlier run compiled
    environment["TORCHINDUCTOR_CACHE_DIR"] = str(folder / f"inductor-{name}")
    worker = Worker(name, machine.pin(tools.threads) + command, environment, folder)
    cold.load_seconds = worker.load_seconds
    return worker, cold
