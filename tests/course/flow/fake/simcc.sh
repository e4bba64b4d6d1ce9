#!/bin/bash
# Stands for simcc: takes its command line and compiles the .cu file as C++ for the host.
if [[ $1 == --precompile-headers ]]; then # -o STAMP comes last
  echo "${!#}:" >"${!#}.d"
  touch "${!#}"
  exit
fi
arguments=()
while (($#)); do
  case $1 in
    -lineinfo) ;;
    -Xcompiler) shift; arguments+=("$1") ;;
    *.cu) arguments+=(-x c++ "$1" -x none) ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
exec c++ "${arguments[@]}"
