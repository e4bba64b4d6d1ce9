#!/usr/bin/env python3
"""How many turns of a loop are one in nvcc's code: with a known number of them, and of unknown number by what is in them.

  bench/calibration/unrolling.py FOLDER      NVCC, PTXAS, CUOBJDUMP: the programs, if they are not in PATH

Makes kernels that each have one loop of TURNS turns with TERMS terms, of three kinds, compiles them for sm_90, and counts their terms in PTX and
in machine code. Prints a table a kind: turns that are one in PTX / in machine code, with F where no loop is left. Then for loops of unknown numbers of turns that
step by 1, 256 and a variable, with an atomic, say, in each turn: the loads of a turn's one value in PTX / in machine code, those of remainders, too.
"""
import os
import re
import subprocess
import sys

TURNS = [8, 12, 16, 20, 24, 27, 32, 40, 48, 50, 64, 96, 100, 128, 200, 256, 300, 1000]
TERMS = [1, 2, 3, 4, 6, 8, 12, 16]
KINDS = {  # of a term: its code, and the instruction that it is told by in PTX and in machine code
    "shared": ("s = s * 1.5f + tile[(j * {terms} + {k} + t) & 4095];", "ld.shared", "LDS"),
    "global": ("s += x[t + (j * {terms} + {k}) * 1024];", "ld.global", "LDG"),
    "product": ("s += c[j * {terms} + {k}] * x[t * {all} + j * {terms} + {k}];", "fma", "FFMA"),
}
BESIDE = {  # what is in a turn, beside a load of x[k]
    "sum": "s += x[k];",
    "store": "tile[k & 4095] = x[k];",
    "shared_add": "atomicAdd(&tile[k & 4095], x[k]);",
    "shared_max": "atomicMax(&counts[k & 255], int(x[k]));",
    "shared_cas": "atomicCAS(&counts[k & 255], 0, int(x[k]));",
    "global_add": "atomicAdd(y + (k & 4095), x[k]);",
    "fence": "tile[k & 4095] = x[k]; __threadfence();",
    "shuffle": "s += __shfl_xor_sync(~0u, x[k], 1);",
    "vote": "s += __ballot_sync(~0u, x[k] > 0);",
    "warp_barrier": "tile[k & 4095] = x[k]; __syncwarp();",
    "barrier": "tile[k & 4095] = x[k]; __syncthreads();",
}
STEPS = {"1": "int k = 0; k < n; ++k", "256": "int k = t; k < n; k += 256", "blockDim": "int k = t; k < n; k += blockDim.x"}


def kernel_beside(what, step):
    return (f'extern "C" __global__ void {what}_by_{step}(float* y, const float* x, int n) {{ __shared__ int counts[256];'
            f" extern __shared__ float tile[]; int t = threadIdx.x; float s = 0; counts[t] = 0; __syncthreads();"
            f" for ({STEPS[step]}) {{ {BESIDE[what]} }} __syncthreads(); y[t] = s + counts[t]; }}\n")


def print_beside(of_ptx, of_machine):
    print("beside \\ step " + "".join(f"{step:>12}" for step in STEPS))
    for what in BESIDE:
        row = (f"{count(of_ptx[f'{what}_by_{step}'], 'ld.global'):g}/{count(of_machine[f'{what}_by_{step}'], 'LDG'):g}" for step in STEPS)
        print(f"{what:>13} " + "".join(f"{cell:>12}" for cell in row))


def kernel(kind, turns, terms):
    body = " ".join(KINDS[kind][0].format(terms=terms, k=k, all=turns * terms) for k in range(terms))
    return (f'extern "C" __global__ void {kind}_{turns}_{terms}(float* y, const float* x, const float* c) {{'
            f" extern __shared__ float tile[]; int t = threadIdx.x; float s = 0;"
            f" for (int j = 0; j < {turns}; ++j) {{ {body} }} y[t] = s; }}\n")


def functions(text, begin):
    """The lines of each function, by its name; `begin` finds the name."""
    found, lines = {}, []
    for line in text.splitlines():
        name = re.search(begin, line)
        if name:
            lines = found.setdefault(name.group(1), [])
        lines.append(line)
    return found


def goes_back(line):
    jump = re.match(r"\s+/\*([0-9a-f]+)\*/.*BRA.*?0x([0-9a-f]+)", line)
    return jump is not None and int(jump.group(2), 16) < int(jump.group(1), 16)


def words(line):
    """A load of two or four words stands for as many terms."""
    operation = line.split("*/")[-2] if "*/" in line else line
    size = re.search(r"\.(v2|v4|64|128)\b", operation.split("[")[0])
    return {None: 1, "v2": 2, "64": 2, "v4": 4, "128": 4}[size.group(1) if size else None]


def count(lines, told_by):
    return sum(words(line) for line in lines if re.search(r"\b" + re.escape(told_by), line))


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    nvcc, ptxas, cuobjdump = (os.environ.get(name.upper(), name) for name in ("nvcc", "ptxas", "cuobjdump"))
    source, ptx, cubin = (os.path.join(folder, "unrolling" + end) for end in (".cu", ".ptx", ".cubin"))
    with open(source, "w", encoding="utf-8") as out:
        out.writelines(kernel(kind, turns, terms) for kind in KINDS for turns in TURNS for terms in TERMS)
        out.writelines(kernel_beside(what, step) for what in BESIDE for step in STEPS)
    subprocess.run([nvcc, "-O2", "-arch=sm_90", "-ptx", "-o", ptx, source], check=True)
    subprocess.run([ptxas, "-arch=sm_90", "-o", cubin, ptx], check=True)
    sass = subprocess.run([cuobjdump, "-sass", cubin], check=True, capture_output=True, text=True).stdout
    with open(ptx, encoding="utf-8") as text:
        of_ptx = functions(text.read(), r"\.entry (\w+)")
    of_machine = functions(sass, r"Function : (\w+)")
    for kind, (_, in_ptx, in_machine) in KINDS.items():
        print(kind)
        print("turns \\ terms " + "".join(f"{terms:>12}" for terms in TERMS))
        for turns in TURNS:
            row = []
            for terms in TERMS:
                name = f"{kind}_{turns}_{terms}"
                whole_ptx = not any(re.search(r"@!?%p\d+ bra", line) for line in of_ptx[name])
                loops = sum(goes_back(line) for line in of_machine[name])
                first = f"{count(of_ptx[name], in_ptx) / terms:.0f}" + ("F" if whole_ptx else "")
                last = f"{count(of_machine[name], in_machine) / terms:.3g}" + ("F" if loops == 0 else "")
                row.append(f"{first + '/' + last:>12}")
            print(f"{turns:>13} " + "".join(row))
    print_beside(of_ptx, of_machine)


if __name__ == "__main__":
    main()
