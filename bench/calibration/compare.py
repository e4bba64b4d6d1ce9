#!/usr/bin/env python3
"""Holds predictions against measurements: errors of times, speed-ups, orders and counters, as Markdown.

    compare.py MEASURED PREDICTED [--micro | --blind | --second | --third | --fourth | --fifth | --sixth | --seventh | --eighth | --ninth | --tenth | --eleventh | --twelfth | --thirteenth | --fourteenth | --fifteenth | --waiting]

MEASURED has times.csv and counters.csv (measure.sh), PREDICTED has predicted.csv (predict.sh). Cases of micro.cu are left
out unless --micro is given: then only they are shown; so with those of the blind sets. Speed-ups are those between
cases of one group at one size; of blind.cu a group is what the names before the first underscore say.
"""

import argparse
import csv
import itertools
import math
import os
import statistics
import sys

# Versions of one piece of work: any two of them at one size are a speed-up that somebody may ask for.
GROUPS = [
    ["vector_add", "add_in_pieces_of_8"],
    ["scramble_by_warp", "scramble_by_lane"],
    ["smooth_tiled", "smooth_plain"],
    ["transpose_answer", "transpose_plain", "transpose_tile", "transpose_padded"],
    ["matrix_add", "matrix_add_down"],
    ["struct_of_arrays", "array_of_structs"],
    ["bank_rows_padded", "bank_rows_conflicts"],
    ["matmul_naive", "matmul_tiled", "matmul_registers"],
    ["sum_by_threads", "sum_interleaved", "sum_sequential", "reduce_shared_256", "reduce_shared_1024", "reduce_shuffle",
     "reduce_global"],
    ["scan_hillis_steele", "scan_blelloch"],
    ["trapezoid_atomic", "trapezoid_block", "trapezoid_warp_shuffle", "trapezoid_warp_shared"],
    ["gather_groups", "gather_one_by_one"],
] + [
    [f"histogram_shared_{kinds}", f"histogram_global_{kinds}", f"count_keys_{kinds}", f"histogram_a_key_a_thread_{kinds}"]
    for kinds in (1, 5, 256)
]
IN_GROUPS = {name for group in GROUPS for name in group}
OTHERS = {"saxpy", "blur_plain", "heat_step", "constant_filter", "dot_cooperative", "dissemination_sum", "scan_large",
          "compact", "kmeans_assign", "kmeans_sum", "bank_transpose_tiles"}

BLIND = {"bodies", "fractal", "dice", "options", "polynomial", "fourier", "convolve", "jacobi", "paths", "odd", "life", "batch",
         "softmax", "sort", "sparse", "search", "gather_random", "scatter_random", "look", "largest", "prefix", "bins16", "most",
         "two", "runs", "bits", "weights"}

SECOND = {"wave", "grey", "edges", "enlarge", "quantise", "times_vector", "outer", "eliminate", "tridiagonal", "layer_norm",
          "scores", "degrees", "ranks", "table", "merge", "part", "halves", "reversed", "checksum", "cipher", "edit", "nearest",
          "cube_roots", "normals", "powers"}

THIRD = {"swapped", "energy", "fir", "mean", "complex", "decay", "median", "rotated", "dilated", "upper", "cells", "hamming",
         "levels", "common", "strings", "argmax", "knapsack", "counted", "gcd", "collatz", "small", "careful", "gradient",
         "dots", "steps"}

FOURTH = {"gram", "diffuse", "box", "flip", "sharpen", "cosines", "bars", "kept", "sums", "centres", "angles", "points", "curve",
          "sampled", "primes", "pi", "branches", "orbit", "scaled", "ribbon", "tilesum"}

FIFTH = {"particles", "tint", "dealt", "permuted", "woven", "inverses", "digits", "kron", "sieve", "zones", "roots",
         "pendulum", "tallies", "votes", "placed", "segments", "banded", "pairwise", "mosaic",
         "integral", "lags", "haar"}

SIXTH = {"blend", "slopes", "streaks", "bright", "resampled", "packed", "letters", "hashes", "shifted", "areas", "symmetric",
         "columnsum", "variance", "range", "peaks", "crosses", "sphere", "logistic", "interest", "redblack"}

SEVENTH = {"star", "halved", "brighter", "disc", "embedded", "deltas", "records", "firsts", "bricks", "running", "sixteens",
           "unitrows", "lower", "heads", "sigmoid", "series", "whirl", "rays", "quaternions", "mersenne"}

EIGHTH = {"pattern", "soften", "unwoven", "quarterturn", "mixed", "summits", "balances", "cheapest", "salaries", "depth", "gemm",
          "centred", "circulant", "zigzag", "residual", "lorenz", "inside", "bezier", "tone", "springs"}

NINTH = {"chroma", "emboss", "orient", "polar", "layout", "spans", "mergepath", "dictionary", "bitsplit", "expanded", "rowdots",
         "substitute", "triplets", "unitcolumns", "factor", "chebyshev", "charge", "modpower", "walk", "sweep"}

TENTH = {"bilateral", "census", "stereo", "hough", "perlin", "wordcount", "bloom", "overlap", "base64", "shorten", "walsh", "eigen",
         "ellpack", "reach", "im2col", "metropolis", "kepler", "globe", "fluid", "bootstrap"}

ELEVENTH = {"grading", "blobs", "seams", "triangles", "joint", "trees", "colouring", "parcels", "automaton", "decimals",
            "matexp", "spmm", "rowsort", "depthwise", "traceproduct", "queens", "lottery", "contacts", "biquad", "binomial"}

TWELFTH = {"dither", "equalise", "lens", "kuwahara", "rowmin", "palindromes", "odometer", "index", "routes", "minplus",
           "laplace", "attention", "pooled", "rowadd", "longadd", "kth", "craps", "sandpile", "entropy"}

THIRTEENTH = {"gamma", "bayer", "thinning", "ssim", "mipmap", "parse", "varint", "lcs", "hands", "independent", "cholesky",
              "gates", "cyclic", "deepdot", "blockwise", "density", "divisors", "knockout", "radial", "raster"}

FOURTEENTH = {"rectangular", "gemv", "swapaxes", "floyd", "gauss", "filter2d", "sobel", "conv3x3", "mandelbrot", "graylevels",
              "compaction", "oddeven", "segscan", "mergesort", "argmin", "stencil1d", "stencil3d", "blackscholes", "axpy", "dotprod"}

FIFTEENTH = {"matprod", "mtrans", "spmv", "logsoftmax", "gaussian", "julia", "rgbhist", "heat2d", "cube27", "harris", "cumsum",
             "bitonic", "partition", "bfs", "wordfind", "nbody", "montepi", "fft", "triad", "rain"}

WAITING = {"chainscan", "latesum", "gridsteps"}

SETS = {"second": SECOND, "third": THIRD, "fourth": FOURTH, "fifth": FIFTH, "sixth": SIXTH, "seventh": SEVENTH, "eighth": EIGHTH,
        "ninth": NINTH, "tenth": TENTH, "eleventh": ELEVENTH, "twelfth": TWELFTH, "thirteenth": THIRTEENTH, "fourteenth": FOURTEENTH,
        "fifteenth": FIFTEENTH, "waiting": WAITING}
LATER = set().union(*SETS.values())

# Counters of the simulator and of Nsight Compute that must be equal. Nsight counts instructions of shared memory whose lanes are
# all switched off, too: those have counters of their own here. l1tex's passes hold those that were repeated because other traffic
# was in the way (they differ from run to run); those that an instruction needs are the counters of the machine code, where ncu took them.
SAME = [
    ("global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
    ("global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
    ("global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"),
    ("global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
    ("shared_load_requests", "smsp__inst_executed_op_shared_ld.sum"),
    ("shared_store_requests", "smsp__inst_executed_op_shared_st.sum"),
    ("shared_load_passes", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
    ("shared_store_passes", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
]


def read_table(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["case"]: row for row in csv.DictReader(file)}


def read_times(path):
    with open(path, encoding="utf-8") as file:
        return {name: float(us) for name, us in (line.rstrip("\n").split(",") for line in file)}


def family(case):
    return case.rsplit("/", 1)[0]


def is_held_out(case):
    return family(case) in IN_GROUPS or family(case) in OTHERS


def is_blind(case):
    return family(case) in BLIND or family(case).split("_")[0] in BLIND


def group_of(case, works):
    """The name of one of these pieces of work that the case is a version of; None: of none."""
    words = family(case).split("_")
    names = ["_".join(words[:count]) for count in range(1, len(words) + 1)]
    return next((name for name in names if name in works), None)


def groups(names):
    by_first_word = {}
    for name in names:
        by_first_word.setdefault(group_of(f"{name}/1", LATER) or name.split("_")[0], []).append(name)
    return GROUPS + [group for group in by_first_word.values()
                     if all(is_blind(f"{name}/1") or group_of(f"{name}/1", LATER) for name in group)]


def error(predicted, measured):
    """Symmetric: half and twice are both 100 %."""
    return max(predicted / measured, measured / predicted) - 1


def say_times(times, predicted, counters, cases):
    print("| case | measured us | modelled us | modelled / measured | limiter |\n|---|---|---|---|---|")
    rows = sorted(cases, key=lambda case: -error(float(predicted[case]["us"]), times[case]))
    for case in rows:
        us = float(predicted[case]["us"])
        print(f"| {case} | {times[case]:.1f} | {us:.1f} | {us / times[case]:.2f} | {predicted[case]['limiter']} |")
    errors = [error(float(predicted[case]["us"]), times[case]) for case in cases]
    print(f"\ntimes: {len(errors)} cases, mean error {100 * statistics.mean(errors):.1f} %, "
          f"median {100 * statistics.median(errors):.1f} %, worst {100 * max(errors):.0f} %")
    logs = [math.log(float(predicted[case]["us"]) / times[case]) for case in cases]
    print(f"bias {100 * (math.exp(statistics.mean(logs)) - 1):+.1f} %")


def speed_ups(times, predicted, cases):
    by_size = {}
    for case in cases:
        by_size.setdefault(case.rsplit("/", 1)[1], {})[family(case)] = case
    for size, present in by_size.items():
        for group in groups(present):
            names = [present[name] for name in group if name in present]
            for one, other in itertools.combinations(names, 2):
                slow, fast = (one, other) if times[one] >= times[other] else (other, one)
                real = times[slow] / times[fast]
                model = float(predicted[slow]["us"]) / float(predicted[fast]["us"])
                yield slow, fast, real, model


def say_speed_ups(times, predicted, cases):
    rows = sorted(speed_ups(times, predicted, cases), key=lambda row: -error(row[3], row[2]))
    print("\n| slow | fast | measured | modelled | error |\n|---|---|---|---|---|")
    for slow, fast, real, model in rows[:25]:
        print(f"| {slow} | {fast} | {real:.2f} | {model:.2f} | {100 * error(model, real):.0f} % |")
    errors = [error(model, real) for _, _, real, model in rows]
    sure = [(slow, fast, real, model) for slow, fast, real, model in rows if real > 1.3]
    wrong = [row for row in sure if row[3] < 1]
    print(f"\nspeed-ups: {len(errors)}, mean error {100 * statistics.mean(errors):.1f} %, "
          f"worst {100 * max(errors):.0f} %; of {len(sure)} above 1.3, {len(wrong)} in the wrong order")
    for slow, fast, real, model in wrong:
        print(f"- wrong order: {slow} against {fast}: measured {real:.2f}, modelled {model:.2f}")


def counted(row, name):
    return float(row[name]) + float(row.get(name + "_off") or 0)


def say_counters(predicted, counters, cases):
    print("\n| counter | equal | of | cases that differ (simulator / ncu) |\n|---|---|---|---|")
    for ours, *names in SAME:
        theirs = {case: float(value) for case in cases if case in counters
                  for value in [next((counters[case][name] for name in names if counters[case].get(name)), "")] if value}
        both = list(theirs)
        differ = [case for case in both if counted(predicted[case], ours) != theirs[case]]
        text = ", ".join(f"{case} {counted(predicted[case], ours):.0f} / {theirs[case]:.0f}" for case in differ[:6])
        print(f"| {ours} | {len(both) - len(differ)} | {len(both)} | {text} |")


def is_wanted(case, options):
    if options.blind:
        return is_blind(case)
    for name, works in SETS.items():
        if getattr(options, name):
            return group_of(case, works) is not None
    return is_held_out(case) != options.micro and not is_blind(case) and group_of(case, LATER) is None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measured")
    parser.add_argument("predicted")
    parser.add_argument("--micro", action="store_true")
    parser.add_argument("--blind", action="store_true")
    for name in SETS:
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    times = read_times(os.path.join(options.measured, "times.csv"))
    counters = read_table(os.path.join(options.measured, "counters.csv"))
    predicted = read_table(os.path.join(options.predicted, "predicted.csv"))
    cases = [case for case in times if case in predicted and predicted[case]["us"]
             and is_wanted(case, options)]
    if not cases:
        sys.exit("compare.py: no case is in both tables")
    say_times(times, predicted, counters, cases)
    if not options.micro:
        say_speed_ups(times, predicted, cases)
    say_counters(predicted, counters, cases)


if __name__ == "__main__":
    main()
