"""From one sample to the next in the time steps of a code."""
import math

MARGIN = 3  # steps before a contact that are not part of a flight
SHORT = 10  # steps: a shorter flight is not worth a step of its own


def advance(code, end):
    """To exactly `end`: steps are shortened evenly.  `code` has t, time_step, block (steps between two looks for a flight),
    leaps (whether it is right in a step of any length where nothing touches), flight and watch (or None), places() and go(t, dt, n),
    which takes n steps of dt.  Where it `records`, recorded() has the places after each of these, and contacts need no look after
    every step.  `fresh` has the numbers of the particles that walls have caught in the last run, with whether they are absorbed.
    Returns the finished contacts where they are watched."""
    n = max(1, math.ceil((end - code.t) / code.time_step * (1.0 - 1e-12)))
    begin, dt, k, watch = code.t, (end - code.t) / n, 0, code.watch
    if watch is not None:
        watch.look_again(begin, *code.places())
    while k < n:
        t = begin + k * dt
        free = code.flight is not None and (watch is None or not watch.open)
        flight = min(n - k, int(code.flight.clear(t, end - t, *code.places()) / dt) - MARGIN) if free else 0
        if flight >= SHORT:
            code.go(t, flight * dt, 1) if code.leaps else code.go(t, dt, flight)
            k += flight
        else:
            some = 1 if watch is not None and not code.records else n - k if code.flight is None else min(code.block, n - k)
            code.go(t, dt, some)
            k += some
            if watch is not None and code.records:
                watch.steps([t + (s + 1) * dt for s in range(some)], *code.recorded())
                continue
        if watch is not None:
            watch.step(begin + k * dt, *code.places())
            for i, absorbed in code.fresh:
                watch.leave(i, absorbed, begin + k * dt, *code.places())
    code.t = end
    return watch.take() if watch is not None else None
