#!/usr/bin/env bash
# Compiles programs of this folder with clang 14, 16 and 19 at -O0 to -O3 (and -G) and compares what they print.
#   compiler_matrix.sh SIMCC [NAME...]     all programs without names; CLANGS, LEVELS and JOBS choose less
# One line for each combination that differs, then a count. Exit status: 0 all the same, 1 some differ, 77 no clang.
simcc=$(realpath "$1") || exit 2
cd "$(dirname "$0")" || exit 2
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(ls ./*.out | sed 's|^\./||; s|\.out$||')
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

clangs=()
for clang in ${CLANGS:-clang++-14 clang++-16 clang++-19}; do
  command -v "$clang" >/dev/null && clangs+=("$clang")
done
[ ${#clangs[@]} -gt 0 ] || { echo "SKIPPED: none of the compilers is installed"; exit 77; }

try() {
  IFS=: read -r name clang level <<<"$1"
  tag="$work/$name.$clang$level"
  own=$(sed -n 's|^// simcc: ||p' "$name.cu")
  # shellcheck disable=SC2086
  if ! WARPSCHOOL_CLANG=$clang "$simcc" -w $own "$level" -o "$tag" "$name.cu" 2>"$tag.log"; then
    echo "$name $clang $level: does not compile: $(head -n 1 "$tag.log")"
  else
    timeout 120 "$tag" >"$tag.got" 2>"$tag.err"
    if ! cmp -s "$tag.got" "$name.out"; then
      echo "$name $clang $level: differs: $(diff "$tag.got" "$name.out" | sed -n 2p) $(head -n 1 "$tag.err")"
    fi
  fi
  rm -f "$tag" "$tag".*
}
export -f try
export simcc work

combinations=()
for name in "${names[@]}"; do
  for clang in "${clangs[@]}"; do
    for level in ${LEVELS:--O0 -O1 -O2 -O3 -G}; do
      combinations+=("$name:$clang:$level")
    done
  done
done
printf '%s\n' "${combinations[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'try {}' | tee "$work/mistakes"
wrong=$(wc -l <"$work/mistakes")
echo "$((${#combinations[@]} - wrong)) of ${#combinations[@]} combinations the same"
[ "$wrong" -eq 0 ]
