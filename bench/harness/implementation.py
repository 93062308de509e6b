"""How each implementation's worker is made, and what making it costs."""
import os
import subprocess
import time
from dataclasses import dataclass, replace
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
    base: Path  # the build folder of another commit, or None
    python: Path
    janusc_flags: list
    threads: int


OWN = ("tier2", "tier1")  # specialised with a profile, and without
OF_BASE = {"base2": "tier2", "base1": "tier1"}  # the same, by the compiler of Tools.base

# Specialised without a part of it (`janusc --without`), for ablations.
ABLATED = {f"no-{part}": part for part in ("unroll", "fuse", "products", "canonicalize", "cse")}

# What the probes see: enough entries of each loop of the server for its heap to be recorded.
PROFILED_COMMANDS = "values 8\ntime 8\nstop\n"


def run_compiler(source: Path, module: Path, flags, tools: Tools, cold: Cold):
    command = [tools.build / "bin/janusc", source, *tools.janusc_flags, *flags, "-o", module]
    errors = source.with_suffix(".stderr")
    start = time.monotonic()
    with open(errors, "w", encoding="utf-8") as stderr:
        process = subprocess.Popen(command, stdout=stderr, stderr=stderr, stdin=subprocess.DEVNULL,
                                   env=os.environ | {"NO_COLOR": "1"})
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cold.compile_seconds += time.monotonic() - start
    cold.compiler_peak = max(cold.compiler_peak, usage.ru_maxrss * 1024)
    if process.returncode != 0:
        raise WorkerFailure(f"janusc ended with status {process.returncode}: {errors.read_text()}")


def profiled(source: Path, tools: Tools, environment, cold: Cold):
    """The flags that specialise the program for what it does in a short run with probes."""
    profile, probes = source.with_suffix(".profile.json"), source.with_suffix(".probes.so")
    run_compiler(source, probes, [f"--profile-generate={profile}"], tools, cold)
    run = subprocess.run([tools.build / "bin/janus-run", probes], input=PROFILED_COMMANDS, text=True,
                         capture_output=True, env=environment, cwd=source.parent, check=False)
    if run.returncode != 0:
        raise WorkerFailure(f"the run for the profile ended with status {run.returncode}: "
                            f"{run.stderr.strip()[-400:]}")
    return ["--profile-use", profile]


def compile_module(name: str, source: Path, tools: Tools, environment, cold: Cold) -> Path:
    flags = [] if name == "tier1" else profiled(source, tools, environment, cold)
    if name in ABLATED:
        flags = [*flags, f"--without={ABLATED[name]}"]
    module = source.with_suffix(".so")
    run_compiler(source, module, flags, tools, cold)
    cold.artifact_bytes = module.stat().st_size
    return module


def start(name: str, program, tools: Tools, folder: Path):
    """A worker that is ready for its first step, and what that cost."""
    cold = Cold()
    source = program.variant(name, folder)
    environment = machine.thread_environment(tools.threads)
    if name in OF_BASE:
        tools = replace(tools, build=tools.base)
    if name in OWN or name in OF_BASE or name in ABLATED:
        module = compile_module(OF_BASE.get(name, name), source, tools, environment, cold)
        command = [tools.build / "bin/janus-run", module]
    else:
        command = [tools.python, source]
    # torch.compile must not find what an earlier run compiled
    environment["TORCHINDUCTOR_CACHE_DIR"] = str(folder / f"inductor-{name}")
    worker = Worker(name, machine.pin(tools.threads) + command, environment, folder)
    cold.load_seconds = worker.load_seconds
    return worker, cold
