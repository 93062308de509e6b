"""Medians, and bootstrap intervals of medians."""
import random
import statistics
from dataclasses import dataclass

RESAMPLES = 2000


@dataclass
class Estimate:
    median: float
    lowest: float
    highest: float
    interval: tuple  # bootstrap, 95 %


def estimate(samples) -> Estimate:
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(samples, k=len(samples)))
                     for _ in range(RESAMPLES))
    interval = (medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES)])
    return Estimate(statistics.median(samples), min(samples), max(samples), interval)


def steady(samples, count: int = 3, spread: float = 0.05) -> bool:
    """The last `count` samples lie within `spread` of each other."""
    last = samples[-count:]
    return len(last) == count and max(last) <= min(last) * (1 + spread)
