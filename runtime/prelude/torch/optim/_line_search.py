"""A line search that satisfies the strong Wolfe conditions."""
import math


def cubic_minimum(x1, f1, g1, x2, f2, g2, bounds=None):
    """The smallest place, within the bounds, of the cubic through two points with given slopes: (3.59) of Nocedal and Wright."""
    if x1 > x2:
        x1, f1, g1, x2, f2, g2 = x2, f2, g2, x1, f1, g1
    low, high = (x1, x2) if bounds is None else bounds
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    if square < 0:  # the cubic has no minimum
        return (low + high) / 2.0
    d2 = math.sqrt(square)
    return min(max(x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2)), low), high)


def strong_wolfe(evaluate, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """Answers (loss, gradient, step, evaluations)."""
    longest = d.abs().max()
    g = g.clone()
    f_new, g_new = evaluate(x, t, d)
    evaluations = 1
    gtd_new = g_new.dot(d)
    t_prev, f_prev, g_prev, gtd_prev = 0, f, g, gtd
    done = False
    tries = 0
    while tries < max_ls:
        if f_new > f + c1 * t * gtd or (tries > 1 and f_new >= f_prev):
            bracket = [t_prev, t]
            values = [f_prev, f_new]
            grads = [g_prev, g_new.clone()]
            slopes = [gtd_prev, gtd_new]
            break
        if abs(gtd_new) <= -c2 * gtd:
            bracket = [t]
            values = [f_new]
            grads = [g_new]
            done = True
            break
        if gtd_new >= 0:
            bracket = [t_prev, t]
            values = [f_prev, f_new]
            grads = [g_prev, g_new.clone()]
            slopes = [gtd_prev, gtd_new]
            break
        low = t + 0.01 * (t - t_prev)
        high = t * 10
        before = t
        t = cubic_minimum(t_prev, f_prev, gtd_prev, t, f_new, gtd_new, bounds=(low, high))
        t_prev, f_prev, g_prev, gtd_prev = before, f_new, g_new.clone(), gtd_new
        f_new, g_new = evaluate(x, t, d)
        evaluations += 1
        gtd_new = g_new.dot(d)
        tries += 1
    if tries == max_ls:
        bracket = [0, t]
        values = [f, f_new]
        grads = [g, g_new]

    # The bracket holds a minimum: it shrinks until the conditions hold.
    insufficient = False
    low, high = (0, 1) if values[0] <= values[-1] else (1, 0)
    while not done and tries < max_ls:
        if abs(bracket[1] - bracket[0]) * longest < tolerance_change:
            break
        t = cubic_minimum(bracket[0], values[0], slopes[0], bracket[1], values[1], slopes[1])
        margin = 0.1 * (max(bracket) - min(bracket))
        if min(max(bracket) - t, t - min(bracket)) < margin:
            if insufficient or t >= max(bracket) or t <= min(bracket):
                t = max(bracket) - margin if abs(t - max(bracket)) < abs(t - min(bracket)) else min(bracket) + margin
                insufficient = False
            else:
                insufficient = True
        else:
            insufficient = False
        f_new, g_new = evaluate(x, t, d)
        evaluations += 1
        gtd_new = g_new.dot(d)
        tries += 1
        if f_new > f + c1 * t * gtd or f_new >= values[low]:
            bracket[high], values[high], grads[high], slopes[high] = t, f_new, g_new.clone(), gtd_new
            low, high = (0, 1) if values[0] <= values[1] else (1, 0)
        else:
            if abs(gtd_new) <= -c2 * gtd:
                done = True
            elif gtd_new * (bracket[high] - bracket[low]) >= 0:
                bracket[high], values[high], grads[high], slopes[high] = (bracket[low], values[low], grads[low],
                                                                          slopes[low])
            bracket[low], values[low], grads[low], slopes[low] = t, f_new, g_new.clone(), gtd_new
    return values[low], grads[low], bracket[low], evaluations
