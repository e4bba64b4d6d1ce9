#!/usr/bin/env python3
"""The simulator's report on the calibration's programs as one table: a line a case.

Arguments: for each program the path before ".json" (its report) and ".sim.csv" (case and time between events).
"""

import csv
import json
import sys

SUMMED_TIMES = ["issue_us", "alu_us", "lsu_us", "l2_us", "dram_us", "atomic_us", "latency_us"]


def cases_of(path):
    with open(path + ".json", encoding="utf-8") as file:
        launches = json.load(file)["launches"]
    with open(path + ".sim.csv", encoding="utf-8") as file:
        timed = [line.rstrip("\n").split(",") for line in file]
    firsts, cases, current = [], [], []
    for launch in launches:
        if "case_begins" in launch["kernel"]:
            cases.append(current := [])
        elif "warm_up_begins" in launch["kernel"]:
            firsts.append(current := [])
        else:
            current.append(launch)
    if len(cases) != len(timed) or len(firsts) != len(timed):
        sys.exit(f"{path}: {len(timed)} cases were timed, {len(cases)} are in the report")
    for (name, us), first, parts in zip(timed, firsts, cases):
        yield name, row_of(float(us), first, parts)


def row_of(us, first, launches):
    """Times of the run that was timed; what is counted of the first one, as a profiler sees a case once."""
    row = {"us": us, "launches": len(launches), "kernel_us": sum(part["time_us"] for part in launches)}
    for name in SUMMED_TIMES:
        row[name] = sum(part["time"][name] for part in launches)
    longest = max(launches, key=lambda part: part["time_us"], default=None)
    if longest is not None:
        row["limiter"] = longest["limiter"]
        row["registers"] = longest["occupancy_details"]["registers_per_thread"]
        row["blocks_per_sm"] = longest["occupancy_details"]["blocks_per_sm"]
        row["occupancy"] = longest["occupancy"]
        for counter in sorted(longest["counters"]):
            # L2 is cold in the timed run alone, as before each pass of a profiler.
            source = launches if counter == "dram_bytes" else first
            row[counter] = sum(part["counters"][counter] for part in source)
    return row


def main():
    rows = {}
    for path in sys.argv[1:]:
        rows.update(cases_of(path))
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["case"] + columns)
    for name, row in rows.items():
        cells = (row.get(column, "") for column in columns)
        writer.writerow([name] + [f"{cell:.6g}" if isinstance(cell, float) else cell for cell in cells])


if __name__ == "__main__":
    main()
