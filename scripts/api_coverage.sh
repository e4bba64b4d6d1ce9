#!/bin/sh
# Writes docs/API_COVERAGE.md: the functions that the toolkit's headers declare, and the instructions of lower/isa.
#   scripts/api_coverage.sh            writes the page
#   scripts/api_coverage.sh --check    fails if the page is not what would be written (test "docs: API_COVERAGE.md is up to date")
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
page="$root/docs/API_COVERAGE.md"
include="$root/simulator/toolkit/include"
isa="$root/simulator/src/lower/isa"

# A table row for each section of a header: a comment at the begin of a line, and the functions that follow it.
# $1: header, $2: what a function's name begins with
functions() {
  awk -v prefix="$2" '
    function flush() { if (names != "") print "| " section " | " names " |"; names = "" }
    BEGIN { section = "all" }
    /^\/\* .*\*\/$/ { flush(); section = substr($0, 4, length($0) - 6); gsub(/ +$/, "", section); next }
    /^[A-Za-z_][A-Za-z_0-9 ]*[ *]+[A-Za-z_0-9]+\(/ && !/^(inline|static|typedef|#)/ {
      head = substr($0, 1, index($0, "(") - 1)
      count = split(head, words, /[ *]+/)
      name = words[count]
      if (index(name, prefix) == 1 && !(name in seen)) {
        seen[name] = 1
        names = names (names == "" ? "" : ", ") "`" name "`"
      }
    }
    END { flush() }' "$1"
}

# A row for each opcode, with its forms; a table for each family of handlers.
instructions() {
  awk -F'"' '
    FNR == NR {
      if (/^WARPSCHOOL_FORM/) {
        form = $4
        gsub(/\|/, "\\|", form)
        forms[$2] = forms[$2] (forms[$2] == "" ? "" : "<br>") "`" form "`"
      }
      next
    }
    /^WARPSCHOOL_OPCODE/ {
      split($3, parts, /, */)
      family = substr(parts[2], 2)
      if (family != last) {
        printf "\n### %s\n\n| instruction | PTX ISA | meaning | forms |\n|---|---|---|---|\n", family
        last = family
      }
      meaning = $6
      gsub(/\|/, "\\|", meaning)
      printf "| `%s` | %s | %s | %s |\n", $2, $4, meaning, forms[$2]
    }' "$isa/forms.def" "$isa/opcodes.def"
}

write() {
  cat <<'TEXT'
# What of CUDA's interfaces and of PTX is there

Written by `scripts/api_coverage.sh` from the headers and tables named below; do not edit. What the functions do differently from a
GPU's, and what of the language and the libraries is there, is in [COMPATIBILITY.md](COMPATIBILITY.md).

A function that is not listed fails when the program is compiled or linked, with its name.

## The runtime API

From `simulator/toolkit/include/cuda_runtime_api.h`. Tests compare this table, the declarations and the library's symbols.

| area | functions |
|---|---|
TEXT
  functions "$include/cuda_runtime_api.h" cuda
  cat <<'TEXT'

## The driver API

From `simulator/toolkit/include/cuda.h`.

| area of the driver API | functions |
|---|---|
TEXT
  functions "$include/cuda.h" cu
  cat <<'TEXT'

## NVRTC

From `simulator/toolkit/include/nvrtc.h`.

| area of NVRTC | functions |
|---|---|
TEXT
  functions "$include/nvrtc.h" nvrtc
  cat <<'TEXT'

## Instructions of PTX

From `simulator/src/lower/isa/opcodes.def` and `forms.def`. Of the modifiers, plain words must be there, one of
`{...}` must be there (an empty one: or none), one of `<...>` may be there and changes no result. Anything else stops the kernel with
`invalid_instruction`. The second column gives the section of the PTX ISA manual.
TEXT
  instructions
}

if [ "${1:-}" = --check ]; then
  write | diff -u "$page" - || { echo "docs/API_COVERAGE.md is out of date: run scripts/api_coverage.sh" >&2; exit 1; }
else
  write > "$page"
fi
