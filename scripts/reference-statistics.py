#!/usr/bin/env python3
"""Makes the reference tables that the statistics are tested against, with SciPy: Tests/*/*/Reference/*.csv.

Usage: python3 -m venv /tmp/venv && /tmp/venv/bin/pip install scipy mpmath
       /tmp/venv/bin/python scripts/reference-statistics.py

Nothing else needs this script, because the tables are in the repository. The same versions produce the same tables.
"""

import math
from pathlib import Path

import mpmath
import numpy
import scipy
from scipy import stats

mpmath.mp.dps = 50
TESTS = Path(__file__).resolve().parent.parent / "Tests"
VERSIONS = f"SciPy {scipy.__version__}, mpmath {mpmath.__version__}"


def write(path, how, header, rows):
    file = TESTS / path
    file.parent.mkdir(exist_ok=True)
    lines = [f"# {how}", f"# Made by scripts/reference-statistics.py with {VERSIONS}.", ",".join(header)]
    lines += [",".join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")
    print(path, len(rows))


def median_ranks():
    for n in [*range(1, 41), 50, 75, 100, 150, 200]:
        below = [stats.binom.cdf(k - 1, n, 0.5) for k in range(1, n + 1)]
        yield n, max((k for k in range(1, n + 1) if 1 - 2 * below[k - 1] >= 0.95), default=0)


def rate_cases():
    sizes = [1, 2, 3, 7, 10, 16, 30, 100, 1000, 4567]
    sizes += [10**power for power in range(4, 13, 2)] + [3_201_024, 987_654_321_987]
    for n in sizes:
        hits = {0, 1, 3, n // 100, n // 2, n - 1, n}
        yield from ((k, n) for k in sorted(hits) if 0 <= k <= n)


def rate_intervals():
    for k, n in rate_cases():
        low = 0.0 if k == 0 else rate_of_tail(k, n, float(stats.beta.ppf(0.025, k, n - k + 1)), -1)
        high = 1.0 if k == n else rate_of_tail(k, n, float(stats.beta.ppf(0.975, k + 1, n - k)), 1)
        if n <= 10_000:
            # Its root finder stops at an absolute error of some 1e-12, so it is not the reference itself.
            ends = stats.binomtest(k, n).proportion_ci(method="exact")
            assert abs(ends.low - low) < 1e-10 and abs(ends.high - high) < 1e-10, (k, n)
        yield k, n, repr(low), repr(high)


def rate_of_tail(k, n, guess, side):
    """The rate at which the binomial tail from k on (side -1: upwards, 1: downwards) weighs 2.5 %.

    SciPy's answer is the guess: of 10^9 trials and more it has only eight digits right. The tail is added up term by
    term, relative to the first, which has 50 digits. Newton's method, for the logarithm of the tail.
    """
    p = mpmath.mpf(guess)
    while True:
        first = mpmath.exp(
            mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
            + k * mpmath.log(p) + (n - k) * mpmath.log(1 - p))
        tail = first * relative_tail(k, n, p, side)
        slope = first * (k / p if side < 0 else -(n - k) / (1 - p))
        step = mpmath.log(tail / mpmath.mpf("0.025")) * tail / slope
        p -= step
        if abs(step) < 1e-17 * p:
            break
    assert math.isclose(guess, p, rel_tol=1e-7), (k, n, guess, p)
    return float(p)


def relative_tail(k, n, p, side):
    odds = numpy.longdouble(mpmath.nstr(p / (1 - p), 25))
    total, last, done = numpy.longdouble(1), numpy.longdouble(1), 0
    left = n - k if side < 0 else k
    while done < left and last > 1e-22 * total:
        steps = numpy.arange(done, min(left, done + 100_000), dtype=numpy.longdouble)
        ratios = (n - k - steps) / (k + 1 + steps) * odds if side < 0 else (k - steps) / (n - k + 1 + steps) / odds
        terms = last * numpy.cumprod(ratios)
        total, last, done = total + terms.sum(), terms[-1], done + len(steps)
    return mpmath.mpf(numpy.format_float_scientific(total, precision=20))


write("Support/SingletonStatisticsTests/Reference/median-ranks.csv",
      "The largest k with 1 - 2 * binom.cdf(k - 1, n, 0.5) >= 0.95; 0 = there is none.", ["n", "k"], list(median_ranks()))
write("Support/SingletonStatisticsTests/Reference/rate-intervals.csv",
      "SciPy's beta.ppf(0.025, k, n - k + 1) and beta.ppf(0.975, k + 1, n - k), improved by adding up the binomial tail.",
      ["k", "n", "low", "high"], list(rate_intervals()))
