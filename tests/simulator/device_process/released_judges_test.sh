#!/bin/bash
# Do judges of releases and autograders have their device apart, as those of the build have?
# usage: released_judges_test.sh CMAKE BUILD
set -u
cmake=$1 build=$2
"$cmake" --build "$build" --target dist dist_judge_vector_add >/dev/null || exit 2
stage=$(mktemp -d) && trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/bin" "$stage/lib/graded"
cp "$build/dist/bin/judge_vector_add" "$stage/bin"
cp "$build/lib/libwarpschool_cudart.so" "$stage/lib"
cp "$build/lib/graded/libwarpschool_cudart.so" "$stage/lib/graded"
# As the installation does it: the path of the build is replaced by that of the release.
"$cmake" --install "$build" --component tools --prefix "$stage/all" >/dev/null || exit 2
cp "$stage/all/lib/libwarpschool_judge_sim.so" "$stage/lib"
found=$(ldd "$stage/bin/judge_vector_add" | sed -n 's/.*libwarpschool_cudart.so => \([^ ]*\).*/\1/p')
[[ $(realpath "$found") == "$(realpath "$stage/lib/graded/libwarpschool_cudart.so")" ]] || {
  echo "FAILED: a released judge takes $found, which has its device within"
  exit 1
}
echo "released judges have the device apart"
