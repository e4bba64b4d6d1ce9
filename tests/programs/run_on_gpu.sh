#!/bin/bash
# Compiles each program here with nvcc, runs it on the GPU of this machine and compares what it prints with its .out.
#   run_on_gpu.sh [NAME...]        all programs without names; NVCC names the compiler, JOBS how many compile at once.
# Prints "same", "DIFFERENT" or "does not compile" for each, then a summary; exits with 1 unless all are the same.
cd "$(dirname "$0")" || exit 2
nvcc=${NVCC:-nvcc}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
names=("$@")
[ ${#names[@]} -gt 0 ] || names=($(ls *.cu | sed 's/\.cu$//'))

compile() {
  # A program asks for options in a line "// simcc: OPTIONS"; nvcc takes the same.
  own=$(sed -n 's|^// simcc: ||p' "$1.cu")
  $nvcc -O2 -arch=native -std=c++17 --extended-lambda --expt-relaxed-constexpr -diag-suppress 177,550 $own \
    -o "$work/$1" "$1.cu" > "$work/$1.log" 2>&1
}
export -f compile
export nvcc work
printf '%s\n' "${names[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'compile {}'

same=0
skipped=0
for name in "${names[@]}"; do
  if grep -q '^// simulator only' "$name.cu"; then
    echo "$name: skipped, $(sed -n 's|^// \(simulator only\)|\1|p' "$name.cu")"
    skipped=$((skipped + 1))
  elif [ ! -x "$work/$name" ]; then
    echo "$name: does not compile"
    grep -m3 error "$work/$name.log"
  elif timeout 60 "$work/$name" > "$work/$name.got" 2> "$work/$name.err" && cmp -s "$work/$name.got" "$name.out"; then
    echo "$name: same"
    same=$((same + 1))
  else
    echo "$name: DIFFERENT"
    diff "$name.out" "$work/$name.got" | head -8
    head -3 "$work/$name.err"
  fi
done
echo "$same of ${#names[@]} are the same, $skipped skipped"
[ $((same + skipped)) -eq "${#names[@]}" ]
