#!/usr/bin/env python3
"""Constants of the time model from the times of micro.cu, beside those of a profile's file, as Markdown.

    fit.py MEASURED/times.csv PROFILE.def

Each constant comes from one microbenchmark, or from the difference of two, so that launches and cold starts fall out. What
is fitted to many kernels at once (L2's bandwidth, the overlap) is not here: docs/TIME_MODEL.md says how it was chosen.
"""

import re
import sys

ATOMIC_REQUESTS = 132 * 8 * 8 * 8  # of add_global: warps, eight each
SHARED_REQUESTS = 4 * 8 * 128  # of work_on_shared, on one SM


def read_times(path):
    with open(path, encoding="utf-8") as file:
        return {name: float(us) for name, us in (line.rstrip("\n").split(",") for line in file)}


def read_profile(path):
    """Numbers that are plain; products such as 44 * kMiB are not needed here."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r"NUMBER\((\w+),\s*([\d.]+),", file.read())
    return {name: float(value) for name, value in rows}


def constants(t, clk_per_us):
    """Pairs of a name in the profile (or the model) and a value; a microbenchmark that was not run is left out."""
    def clk(slow, fast, steps):
        return (t[slow] - t[fast]) * clk_per_us / steps

    launch = "empty_256/132"
    sector = lambda: clk("uniform_inc/2^20", launch, 32768)
    recipes = [
        ("dram_gb_per_s", lambda: 4 * (2**26 - 2**24) / 1e3 / (t["read_float4/2^26"] - t["read_float4/2^24"])),
        ("launch_overhead_us", lambda: t["empty_256/2^0"]),
        ("queued_launch_us", lambda: (t["chain_empty/10"] - t["chain_empty/2^0"]) / 9),
        ("block_dispatch_clk", lambda: clk("empty_256/105600", "empty_256/10560", 105600 - 10560)),
        ("atomic_sector_clk + atomic_line_clk", sector),
        ("4 atomic_sector_clk + atomic_line_clk", lambda: clk("atomic_u32/line", launch, ATOMIC_REQUESTS)),
        ("atomic_int_lane_clk", lambda: (clk("atomic_u32/one_word", launch, ATOMIC_REQUESTS) - sector()) / 31),
        ("atomic_float_lane_clk", lambda: clk("atomic_f32/one_word", launch, 32 * ATOMIC_REQUESTS)),
        ("shared loop, 4 bytes", lambda: clk("shared_add_f32_alike/2^5", "shared_add_f32_alike/2^0", 31 * SHARED_REQUESTS)),
        ("shared loop, 8 bytes", lambda: clk("shared_add_u64_alike/2^5", "shared_add_u64_alike/2^0", 31 * SHARED_REQUESTS)),
        ("pcie_gb_per_s", lambda: (2**22 - 2**16) / 1e3 / (t["copy_pinned_to_device/2^22"] - t["copy_pinned_to_device/2^16"])),
        ("copy_pageable_us", lambda: t["copy_pageable_to_device/2^3"]),
        ("copy_pinned_us", lambda: t["copy_pinned_to_device/2^3"]),
        ("copy_to_host_us", lambda: t["copy_device_to_pinned/2^3"]),
        ("device_copy_us", lambda: t["copy_on_device/2^3"]),
    ]
    for name, recipe in recipes:
        try:
            yield name, recipe()
        except KeyError as missing:
            print(f"fit.py: {name}: no case {missing} in the times", file=sys.stderr)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    profile = read_profile(sys.argv[2])
    if "clock_ghz" not in profile:
        sys.exit(f"fit.py: {sys.argv[2]} has no row NUMBER(clock_ghz, ...): is it a profile's file?")
    print("# Constants of the time model, measured\n")  # pages of the site have titles
    print("| constant | measured | in the profile's file |\n|---|---|---|")
    for name, value in constants(read_times(sys.argv[1]), profile["clock_ghz"] * 1000):
        print(f"| {name} | {value:.4g} | {profile.get(name, 'as DeviceProfile has it')} |")


if __name__ == "__main__":
    main()
