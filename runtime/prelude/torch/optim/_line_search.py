"""A line search that satisfies the strong Wolfe conditions: algorithms 3.5 and 3.6 of Nocedal and Wright."""
import math
from collections import namedtuple

Point = namedtuple("Point", ["step", "loss", "grad", "slope"])


def cubic_minimum(one, other, bounds=None):
    """The smallest place, within the bounds, of the cubic through two points with their slopes: (3.59)."""
    if one.step > other.step:
        one, other = other, one
    low, high = (one.step, other.step) if bounds is None else bounds
    d1 = one.slope + other.slope - 3 * (one.loss - other.loss) / (one.step - other.step)
    square = d1 ** 2 - one.slope * other.slope
    if not square >= 0:  # nor NaN: the cubic has no minimum
        return (low + high) / 2.0
    d2 = math.sqrt(square)
    part = (other.slope + d2 - d1) / (other.slope - one.slope + 2 * d2)
    return min(max(other.step - (other.step - one.step) * part, low), high)


def strong_wolfe(evaluate, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """Answers (loss, gradient, step, evaluations)."""
    def at(step):
        loss, grad = evaluate(x, step, d)
        return Point(step, loss, grad, grad.dot(d))

    def is_high(point):
        return point.loss > f + c1 * point.step * gtd

    def is_flat(point):
        return abs(point.slope) <= -c2 * gtd

    longest = d.abs().max()
    ends, tries = _enclose(at, Point(0, f, g.clone(), gtd), t, is_high, is_flat, max_ls)
    low = _lower(ends)
    near = False
    while len(ends) == 2 and tries < max_ls and not abs(ends[1].step - ends[0].step) * longest < tolerance_change:
        step, near = _inside(ends, near)
        point = at(step)
        tries += 1
        if is_high(point) or point.loss >= ends[low].loss:
            ends[1 - low] = point
            low = _lower(ends)
        elif is_flat(point):
            ends, low = [point], 0
        else:
            if point.slope * (ends[1 - low].step - ends[low].step) >= 0:
                ends[1 - low] = ends[low]
            ends[low] = point
    return ends[low].loss, ends[low].grad, ends[low].step, tries + 1


def _lower(ends):
    return 0 if ends[0].loss <= ends[-1].loss else 1


def _enclose(at, start, step, is_high, is_flat, max_ls):
    """Larger and larger steps, until one meets the conditions or two enclose such a one: (the one or the two, tries)."""
    before, point = start, at(step)
    for tries in range(max_ls):
        high = is_high(point) or (tries > 1 and point.loss >= before.loss)
        if not high and is_flat(point):
            return [point], tries
        if high or point.slope >= 0:
            return [before, point], tries
        bounds = point.step + 0.01 * (point.step - before.step), point.step * 10
        before, point = point, at(cubic_minimum(before, point, bounds))
    return [start, point], max_ls


def _inside(ends, was_near):
    """The next step between the two ends, and whether it is near one of them: twice it may not be."""
    step = cubic_minimum(*ends)
    low, high = min(ends[0].step, ends[1].step), max(ends[0].step, ends[1].step)
    margin = 0.1 * (high - low)
    near = min(high - step, step - low) < margin
    if near and (was_near or step >= high or step <= low):
        return high - margin if abs(step - high) < abs(step - low) else low + margin, False
    return step, near
