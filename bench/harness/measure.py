"""The protocol: check that all do the same work, warm up, then interleaved rounds."""
import math
from dataclasses import dataclass, field

from . import implementation, machine, statistics
from .worker import WorkerFailure

CHECKED_STEPS = 5
ROUND_SECONDS = 0.1
WARM_UP_ROUNDS = 20


@dataclass
class Series:
    """What was measured of one implementation; seconds per step, one sample a round."""
    name: str
    cold: implementation.Cold = None
    times: list = field(default_factory=list)
    walls: list = field(default_factory=list)
    peak_bytes: int = 0
    failure: str = ""


@dataclass
class Result:
    program: object
    series: list
    notes: list = field(default_factory=list)


def clock(answer, threads: int) -> float:
    """CPU time for one thread; spinning threads inflate it, so wall time for more."""
    return answer.cpu if threads == 1 else answer.wall


def check_values(program, workers, series) -> None:
    """The first steps' values against eager's; an implementation that differs is not timed."""
    values = {}
    for name, worker in list(workers.items()):
        first = worker.ask("values", 1)
        series[name].cold.first_step = first.wall
        values[name] = first.values + worker.ask("values", CHECKED_STEPS - 1).values
    reference = values.get("eager") or next(iter(values.values()))
    for name, seen in values.items():
        if not all(math.isclose(a, b, rel_tol=program.tolerance, abs_tol=program.tolerance)
                   for a, b in zip(reference, seen)):
            series[name].failure = f"wrong values: {seen}, expected {reference}"
            workers.pop(name).stop()


def steps_per_round(worker, threads: int) -> int:
    """Warms up, and finds how many steps fill a round."""
    count, samples = 1, []
    for _ in range(WARM_UP_ROUNDS):
        spent = clock(worker.ask("time", count), threads)
        if spent < ROUND_SECONDS:
            count = max(count + 1, math.ceil(count * min(10, 1.2 * ROUND_SECONDS / max(spent, 1e-6))))
            continue
        samples.append(spent / count)
        if statistics.steady(samples):
            break
    return count


def start_all(program, names, tools, folder):
    workers, series = {}, {name: Series(name) for name in names}
    for name in names:
        try:
            workers[name], series[name].cold = implementation.start(name, program, tools, folder)
        except WorkerFailure as failure:
            series[name].failure = str(failure)
    return workers, series


def interleave(workers, series, rounds: int, threads: int) -> float:
    """ABAB rounds; the CPU seconds that all workers took together."""
    counts = {name: steps_per_round(worker, threads) for name, worker in workers.items()}
    own = 0.0
    for _ in range(rounds):
        for name, worker in workers.items():
            answer = worker.ask("time", counts[name])
            own += answer.cpu
            series[name].times.append(clock(answer, threads) / counts[name])
            series[name].walls.append(answer.wall / counts[name])
    return own


def measure(program, names, tools, folder, rounds: int) -> Result:
    workers, series = start_all(program, names, tools, folder)
    result = Result(program, list(series.values()))
    try:
        if workers:
            check_values(program, workers, series)
        if workers:
            watch = machine.LoadWatch()
            own = interleave(workers, series, rounds, tools.threads)
            result.notes += filter(None, [watch.warning(own)])
        for name, worker in workers.items():
            series[name].peak_bytes = worker.peak_bytes()
    except WorkerFailure as failure:
        for one in result.series:
            one.failure = one.failure or f"not measured: {failure}"
    finally:
        for worker in workers.values():
            result.notes += worker.stop()
    return result
