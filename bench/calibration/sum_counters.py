#!/usr/bin/env python3
"""Tables of Nsight Compute (--csv) of programs run with --once, summed by case: one line a case.

The programs print "NAME," behind each case and launch an empty kernel, case_begins, before it. Rates (pct) are not
summed: the longest launch's stands. Column "launches" says how many there were.
"""

import csv
import sys


def read_part(path):
    """Names of the cases in order, and the rows of the launches in order: (kernel, {metric: value})."""
    names, table = [], []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith('"'):
                table.append(line)
            elif line.rstrip("\n").endswith(",") and not line.startswith("=="):
                names.append(line.rstrip("\n")[:-1])
    launches = {}
    for row in csv.DictReader(table):
        if not row["ID"].isdigit():
            continue
        kernel, values = launches.setdefault(int(row["ID"]), (row["Kernel Name"], {}))
        try:
            values[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
        except ValueError:
            pass  # "n/a"
    return names, [launches[number] for number in sorted(launches)]


def is_summed(metric):
    return not metric.startswith("launch__") and "pct" not in metric


def cases_of(names, launches):
    cases = []
    for kernel, values in launches:
        if "case_begins" in kernel:
            cases.append([])
        elif cases:
            cases[-1].append(values)
    for name, parts in zip(names, cases):
        total = {"launches": len(parts)}
        longest = max(parts, key=lambda part: part.get("gpu__time_duration.sum", 0), default={})
        for metric in longest:
            if is_summed(metric):
                total[metric] = sum(part.get(metric, 0) for part in parts)
            else:
                total[metric] = longest[metric]
        yield name, total


def main():
    rows = {}
    for path in sys.argv[1:]:
        names, launches = read_part(path)
        rows.update(cases_of(names, launches))
    metrics = list(dict.fromkeys(metric for row in rows.values() for metric in row))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["case"] + metrics)
    for name, row in rows.items():
        writer.writerow([name] + [f"{row[m]:.10g}" if m in row else "" for m in metrics])


if __name__ == "__main__":
    main()
