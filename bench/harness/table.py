"""Results as a table for people and as JSON."""
from dataclasses import asdict

from . import statistics

HEADER = (f"{'':10} {'per step':>10} {'wall':>10} {'ratio':>7} {'95 % interval':>15} "
          f"{'min-max':>13} {'compile':>8} {'load':>7} {'1st step':>8} {'memory':>8}")


def duration(seconds: float) -> str:
    for limit, factor, unit in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "us"), (1.0, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def ratios(base, series):
    """How many times slower than `base`, round by round."""
    return [time / base_time for time, base_time in zip(series.times, base.times)]


def rate(program, seconds: float) -> str:
    text = f"{program.per_step / seconds:.4g} {program.unit}/s"
    if program.flops:
        text += f", {program.flops / seconds / 1e9:.1f} GF/s"
    return text


def row(program, base, series) -> str:
    if not series.times:
        return f"{series.name:10} {series.failure}"
    cold = series.cold
    text = f"{series.name:10} {duration(min(series.times)):>10} {duration(min(series.walls)):>10}"
    if series is base:
        text += f" {1:7.2f} {'':>15} {'':>13}"
    else:
        found = statistics.estimate(ratios(base, series))
        low, high = found.interval
        interval, extremes = f"{low:.2f}-{high:.2f}", f"{found.lowest:.2f}-{found.highest:.2f}"
        text += f" {found.median:7.2f} {interval:>15} {extremes:>13}"
    compiled = duration(cold.compile_seconds) if cold.compile_seconds else "-"
    return (f"{text} {compiled:>8} {duration(cold.load_seconds):>7} "
            f"{duration(cold.first_step):>8} {series.peak_bytes / 2**20:5.0f} MB"
            f"   {rate(program, min(series.times))}")


def print_result(result) -> None:
    base = next((series for series in result.series if series.times), None)
    name = base.name if base else "nothing"
    print(f"\n{result.program.name} (ratio: how many times slower than {name}; times are minima)")
    print(HEADER)
    for series in result.series:
        print(row(result.program, base, series), flush=True)
        if series.times and series.cold.artifact_bytes:
            print(f"{'':10} module of {series.cold.artifact_bytes / 2**10:.0f} kB; "
                  f"compiling it took {series.cold.compiler_peak / 2**20:.0f} MB")
    for note in result.notes:
        print(f"  note: {note}")


def as_json(result) -> dict:
    base = next((series for series in result.series if series.times), None)
    rows = {}
    for series in result.series:
        rows[series.name] = {"failure": series.failure, "times": series.times,
                             "walls": series.walls, "peak_bytes": series.peak_bytes,
                             "cold": asdict(series.cold) if series.cold else None}
        if base and series.times:
            rows[series.name]["ratio"] = asdict(statistics.estimate(ratios(base, series)))
    return {"program": result.program.name, "notes": result.notes, "implementations": rows}
