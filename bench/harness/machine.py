"""The machine: what it is, how busy it is, and how a worker is tied to its cores."""
import os
import re
import shutil

BUSY_LOAD = 0.5
BUSY_SHARE = 0.03


def thread_environment(threads: int) -> dict:
    """Every library's number of threads, in the environment of a worker."""
    count = str(threads)
    names = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "JANUS_NUM_THREADS")
    environment = dict(os.environ) | {name: count for name in names}
    environment["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    environment["PYTHONHASHSEED"] = "0"
    if threads > 1:
        environment["OMP_PROC_BIND"] = "true"
    return environment


def pin(threads: int):
    """The words before a command that tie it to its cores: the last ones, as core 0 gets interrupts.
    """
    if not shutil.which("taskset"):
        return []
    cores = sorted(os.sched_getaffinity(0))[-threads:]
    return ["taskset", "-c", ",".join(map(str, cores))]


def cpu_ticks():
    """Ticks of all cores: (not idle, all)."""
    with open("/proc/stat", encoding="utf-8") as stat:
        ticks = list(map(int, stat.readline().split()[1:9]))
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, sum(ticks)


class LoadWatch:
    """How much of the machine others used while the workers ran."""

    def __init__(self):
        self.load = os.getloadavg()[0]
        self.begin = cpu_ticks()

    def foreign_share(self, own_cpu_seconds: float) -> float:
        busy, total = (now - then for now, then in zip(cpu_ticks(), self.begin))
        own = own_cpu_seconds * os.sysconf("SC_CLK_TCK")
        return max(0.0, busy - own) / total if total else 0.0

    def warning(self, own_cpu_seconds: float) -> str:
        share = self.foreign_share(own_cpu_seconds)
        if self.load > BUSY_LOAD or share > BUSY_SHARE:
            return f"busy machine: load {self.load:.1f} at start, others used {share:.0%} of it"
        return ""


def description() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        model = re.search(r"model name\s*: (.*)", info.read())
    wait = os.environ.get("OMP_WAIT_POLICY", "unset")
    return (f"{model[1] if model else 'unknown CPU'}, {os.cpu_count()} cores, "
            f"OMP_WAIT_POLICY {wait}")
