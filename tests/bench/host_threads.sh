#!/usr/bin/env bash
# What host threads give to whole programs: each program of tests/programs, compiled once, run in turns with one thread and
# with all, checks off (with checks on, blocks run in their order) and checks on. Wall seconds, the best of three.
#   host_threads.sh SIMCC [THREADS [NAME...]]     default: as many threads as cores; all programs
# A row for each program that takes 0.2 s or more with one thread; sums at the end.
set -u
simcc=$(realpath "$1") || exit 2
threads=${2:-$(nproc)}
cd "$(dirname "$0")/../programs" || exit 2
shift $(($# < 2 ? $# : 2))
names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(ls ./*.out | sed 's|^\./||; s|\.out$||')
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

compile() {
  own=$(sed -n 's|^// simcc: ||p' "$1.cu")
  # shellcheck disable=SC2086
  "$simcc" -w -O2 $own -o "$work/$1" "$1.cu" 2>/dev/null || echo "$1: does not compile" >&2
}
export -f compile
export simcc work
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile {}'

best() {  # THREADS CHECKS PROGRAM: the lesser of $best and this run's seconds
  local begin end
  begin=$(date +%s.%N)
  WARPSCHOOL_HOST_THREADS=$1 WARPSCHOOL_CHECKS=$2 timeout 60 "$work/$3" >/dev/null 2>&1
  end=$(date +%s.%N)
  awk -v a="$begin" -v b="$end" -v least="$4" 'BEGIN { t = b - a; print (least == "" || t < least) ? t : least }'
}

printf '%-28s %9s %9s %6s %9s %9s %6s\n' "" "off, 1" "off, $threads" gain "on, 1" "on, $threads" gain
for name in "${names[@]}"; do
  [ -x "$work/$name" ] || continue
  a="" b="" c="" d=""
  for turn in 1 2 3; do
    a=$(best 1 none "$name" "$a")
    b=$(best "$threads" none "$name" "$b")
    c=$(best 1 all "$name" "$c")
    d=$(best "$threads" all "$name" "$d")
    awk -v a="$a" 'BEGIN { exit !(a > 2) }' && break  # long ones once
  done
  echo "$name $a $b $c $d"
done | awk '{ a += $2; b += $3; c += $4; d += $5; n++ }
  $2 >= 0.2 { printf "%-28s %9.3f %9.3f %6.2f %9.3f %9.3f %6.2f\n", $1, $2, $3, $2 / $3, $4, $5, $4 / $5 }
  END { printf "%-28s %9.1f %9.1f %6.2f %9.1f %9.1f %6.2f\n", n " programs", a, b, a / b, c, d, c / d }'
