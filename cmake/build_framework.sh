#!/bin/sh
# build_framework.sh CMAKE BUILD
# Builds simulator, harness and tools before the first exercise. That takes minutes once, so progress goes to the
# terminal where there is one: ctest shows a test's output only when the test is over.
cmake=$1 build=$2
if "$cmake" --build "$build" --target framework -- -n 2>&1 | grep -q 'no work to do'; then
  exit 0
fi
if (: >/dev/tty) 2>/dev/null; then
  exec >/dev/tty 2>&1
  echo "Building the course framework. This happens once."
fi
"$cmake" --build "$build" --target framework || {
  echo "The course framework does not build. This is not your exercise's fault: tell your instructor."
  exit 1
}
