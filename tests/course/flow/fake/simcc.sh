#!/bin/bash
# Stands for simcc: takes its command line and compiles the .cu file as C++ for the host.
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
