#!/usr/bin/env bash
# Every subcommand and option that --help lists is in the manual page and proposed by the completion; the page is good troff.
#   pages_test.sh BUILD_FOLDER
set -euo pipefail
build=$1
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

commands_of() { "$1" --help | sed -n '/^Subcommands:/,$p' | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'; }
options_of() { "$@" --help | grep -oE '^  (-[a-zA-Z],)?--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' | sort -u; }

# What bash proposes for the words.
proposed() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  "_$1_completion"
  printf '%s\n' "${COMPREPLY[@]}"
}

# The project's version: the manual's foot has it, too.
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
[ -n "$version" ] || fail "the build does not say which version it is"
for name in grader warp simprof; do
  [ "$("$build/bin/$name" --version)" = "$version" ] || fail "$name --version does not say $version"
done
for command in check watch hint profile trace reset run; do
  ! "$build/bin/warp" "$command" --help | grep -q '{' || fail "warp $command --help shows what a flag is set to"
done

for name in grader warp; do
  program=$build/bin/$name
  page=$build/share/man/man1/$name.1
  cmp <("$program" --print-manual) "$page" || fail "$name: the page is not that of the program"
  "$program" --print-completion >/dev/null
  # shellcheck disable=SC1090
  source "$build/share/bash-completion/completions/$name"
  plain=$(sed 's/\\-/-/g; s/\\f[BRI]//g; s/\\e/\\/g' "$page")
  count=0
  for command in $(commands_of "$program"); do
    grep -q "^\.SS $command$" <<<"$plain" || fail "$name.1 lacks $command"
    grep -qx -- "$command" <<<"$(proposed "$name" "${command:0:2}")" || fail "$name: $command is not proposed"
    proposals=$(proposed "$name" "$command" --)
    section=$(sed -n "/^\.SS $command$/,/^\.S[SH] /p" <<<"$plain")
    for option in $(options_of "$program" "$command"); do
      count=$((count + 1))
      grep -qE -- "(^|[ ,])$option( |$)" <<<"$section" || fail "$name.1, $command: lacks $option"
      grep -qx -- "$option" <<<"$proposals" || fail "$name $command: $option is not proposed"
    done
  done
  echo "$name: $count options"
  [ "$count" -gt 5 ] || fail "$name: only $count options were looked at"
done
[ -z "$(proposed grader report --as-of '')" ] || fail "a file is proposed for a time"

simcc=$(sed 's/\\-/-/g' "$build/share/man/man1/simcc.1")
for option in $("$build/bin/simcc" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u); do
  grep -q -- "$option" <<<"$simcc" || fail "simcc.1 lacks $option"
done

if command -v man >/dev/null; then
  for page in "$build"/share/man/man1/*.1; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null || true)
    [ -z "$said" ] || fail "$page: $said"
  done
fi
exit "$failed"
