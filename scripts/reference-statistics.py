#!/usr/bin/env python3
"""Makes the reference tables that the statistics are tested against, with SciPy: Tests/*/Reference/*.csv.

Usage: python3 -m venv /tmp/venv && /tmp/venv/bin/pip install scipy statsmodels mpmath
       /tmp/venv/bin/python scripts/reference-statistics.py

Nothing else needs this script, because the tables are in the repository. The same versions produce the same tables.
"""

import math
import random
from pathlib import Path

import mpmath
import numpy
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

mpmath.mp.dps = 50
TESTS = Path(__file__).resolve().parent.parent / "Tests"
VERSIONS = f"SciPy {scipy.__version__}, statsmodels {statsmodels.__version__}, mpmath {mpmath.__version__}"


def write(path, how, header, rows):
    file = TESTS / path
    file.parent.mkdir(exist_ok=True)
    lines = [f"# {how}", f"# Made by scripts/reference-statistics.py with {VERSIONS}.", ",".join(header)]
    lines += [",".join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")
    print(path, len(rows))


def words(values):
    return " ".join(repr(value) for value in values)


def median_ranks():
    for n in range(1, 201):
        below = [stats.binom.cdf(k - 1, n, 0.5) for k in range(1, n + 1)]
        yield n, max((k for k in range(1, n + 1) if 1 - 2 * below[k - 1] >= 0.95), default=0)


def rate_cases():
    sizes = [1, 2, 3, 4, 7, 10, 15, 16, 17, 30, 100, 365, 1000, 4567]
    sizes += [10**power for power in range(4, 13)] + [3_201_024, 123_456_789, 987_654_321_987]
    for n in sizes:
        hits = {0, 1, 2, 3, 5, 20, n // 1000, n // 100, n // 10, n // 3, n // 2, n - n // 10, n - 2, n - 1, n}
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


def permuted_p(old, new):
    method = stats.PermutationMethod(n_resamples=math.inf, batch=20_000)
    return float(stats.mannwhitneyu(old, new, method=method).pvalue)


def counted_p(old, new):
    """The same in whole numbers: the ways to choose ranks of a given sum, one value after the other.

    A polynomial for each number of chosen values is one long integer, with 256 bits for each coefficient.
    """
    ranks = [round(2 * rank) for rank in stats.rankdata(old + new)]
    ways = [1] + [0] * len(old)
    for rank in ranks:
        for chosen in range(len(old), 0, -1):
            ways[chosen] += ways[chosen - 1] << (256 * rank)
    total = math.comb(len(ranks), len(old))
    below = ways[-1] & ((1 << (256 * (sum(ranks[: len(old)]) + 1))) - 1)
    at_most = sum(coefficients(below))
    at_least = total - at_most + coefficients(below)[-1]
    return min(1.0, 2 * min(at_most, at_least) / total)


def coefficients(polynomial):
    data = polynomial.to_bytes((polynomial.bit_length() + 255) // 256 * 32, "little")
    return [int.from_bytes(data[at : at + 32], "little") for at in range(0, len(data), 32)]


def asymptotic_p(old, new):
    return float(stats.mannwhitneyu(old, new, method="asymptotic").pvalue)


def sample(generator, size, levels, shift):
    """Normal values on a scale of this many steps: few of them make many ties; 0 = no scale, and no ties."""
    values = [generator.gauss(shift, 1) for _ in range(size)]
    return [round(value * levels) / levels if levels else round(value, 9) for value in values]


def rank_sums(generator):
    pairs = [(1, 1), (1, 2), (2, 1), (1, 8), (2, 2), (2, 3), (3, 2), (3, 3), (3, 10), (10, 2), (4, 4), (5, 5), (5, 3)]
    pairs += [(4, 7), (6, 6), (6, 5), (7, 7), (8, 5), (6, 9)]
    for n, m in pairs:
        # SciPy permutes samples of two or more only.
        way = "permutation" if min(n, m) > 1 else "whole numbers"
        yield way, [2.5] * n, [2.5] * m
        for levels, shift in [(0, 0), (0, 1), (0, 4), (0.5, 0), (1, 0), (1, 1), (2, -1), (3, 0.5), (3, 2), (5, -3)]:
            yield way, sample(generator, n, levels, 0), sample(generator, m, levels, shift)
    for levels, shift in [(0, 0), (0, 1), (0, 9), (0.5, 0), (0.5, 1), (1, 0), (1, -1), (2, 0.5), (2, 1), (4, 1), (4, -2)]:
        yield "permutation", sample(generator, 10, levels, 0), sample(generator, 10, levels, shift)
    yield "permutation", [1.0] * 10, [1.0] * 10
    yield "permutation", [1.0] * 10, [1.0] * 9 + [2.0]
    yield "permutation", [1.0] * 10, [2.0] * 10
    for n, m in [(11, 12), (20, 20), (3, 40), (40, 7), (30, 45), (40, 40)]:
        for levels, shift in [(0, 0.3), (1, 0.5), (4, -1.0), (10, 4.0), (0.3, 0.4)]:
            yield "whole numbers", sample(generator, n, levels, 0), sample(generator, m, levels, shift)
    yield "whole numbers", sample(generator, 2, 3, 0), sample(generator, 300, 3, 1)
    yield "whole numbers", sample(generator, 100, 5, 0), sample(generator, 100, 5, 0.7)
    yield "whole numbers", sample(generator, 100, 0, 0), sample(generator, 100, 0, 20)
    for levels, shift in [(0, 0), (0, 0.2), (1, 0.2), (0.2, 0), (3, -3)]:
        yield "asymptotic", sample(generator, 150, levels, 0), sample(generator, 90, levels, shift)
    yield "asymptotic", [1.0] * 101, [1.0] * 100


def rank_sum_rows():
    ways = {"permutation": permuted_p, "whole numbers": counted_p, "asymptotic": asymptotic_p}
    for way, old, new in rank_sums(random.Random(1947)):
        p = ways[way](old, new)
        if way == "permutation":
            assert math.isclose(p, counted_p(old, new), rel_tol=1e-12), (old, new)
        yield way, words(old), words(new), repr(p)


def holm_families(generator):
    yield [0.05]
    yield [1.0, 1.0, 1.0]
    yield [0.0, 0.0, 0.5, 1.0]
    yield [0.01] * 7
    for size in [2, 3, 4, 5, 8, 12, 20, 51, 120]:
        yield [generator.random() for _ in range(size)]
        yield [generator.random() ** 6 for _ in range(size)]
        yield [round(generator.random() ** 3, 1) for _ in range(size)]
        yield [10 ** generator.uniform(-12, 0) for _ in range(size)]


def holm_rows():
    for family in holm_families(random.Random(1979)):
        adjusted = [float(p) for p in multipletests(family, method="holm")[1]]
        yield words(family), words(adjusted)


write("SingletonStatisticsTests/Reference/median-ranks.csv",
      "The largest k with 1 - 2 * binom.cdf(k - 1, n, 0.5) >= 0.95; 0 = there is none.", ["n", "k"], list(median_ranks()))
write("SingletonStatisticsTests/Reference/rate-intervals.csv",
      "SciPy's beta.ppf(0.025, k, n - k + 1) and beta.ppf(0.975, k + 1, n - k), improved by adding up the binomial tail.",
      ["k", "n", "low", "high"], list(rate_intervals()))
write("SingletonStatisticsTests/Reference/holm.csv",
      "multipletests(method='holm') of statsmodels.", ["family", "adjusted"], list(holm_rows()))
write("SingletonStatisticsTests/Reference/rank-sums.csv",
      "permutation: mannwhitneyu(method=PermutationMethod(n_resamples=inf)), and equal to whole numbers; whole numbers: "
      "counted in Python's integers; asymptotic: mannwhitneyu(method='asymptotic').",
      ["way", "old", "new", "p"], list(rank_sum_rows()))
