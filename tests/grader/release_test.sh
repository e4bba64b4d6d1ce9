#!/usr/bin/env bash
# What an instructor and a student live through with a release, with the real tools. The student's part runs where neither the
# sources nor the build can be seen, if bubblewrap works here.
#   release_test.sh GRADER BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
grader=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

site=()
/usr/bin/python3 -c 'import sphinx, myst_parser' 2>/dev/null && site=(--site)
"$grader" release release --build "$build" --module 1_first_kernels --devcontainer --github-actions --vscode --package "${site[@]}"
if [ "${#site[@]}" -gt 0 ]; then
  [ -s release/site/exercises/1_first_kernels/vector_add/README.html ] && [ -s release/site/searchindex.js ] || fail "the site is not whole"
  grep -q 'site/index.html' release/README.md || fail "the README does not lead to the site"
fi
[ -s release/tools/share/man/man1/warp.1 ] && [ -s release/tools/share/man/man1/simcc.1 ] || fail "there are no manual pages"
bash -n release/tools/share/bash-completion/completions/warp || fail "the completion is no bash"
[ -e release.tar.gz ] && [ -e release.deb ] || fail "there are no packages"
dpkg-deb -x release.deb installed
installed/usr/bin/warpschool-start mine >/dev/null
diff -r release mine || fail "the package does not hold the tree"
size=$(du -sm release | cut -f1)
[ "$size" -lt 60 ] || fail "the tree has $size MB"
if "$grader" release release --build "$build" --module 1_first_kernels >said.txt 2>&1; then fail "a release was overwritten"; fi
grep -q 'holds a release already' said.txt || fail "not refused for what it is: $(cat said.txt)"
# Taken as it is, a build stays as it is: other releases may be made of it meanwhile.
touch mark
"$grader" release untouched --build "$build" --exercise vector_add --no-build >said.txt 2>&1 || fail "without a build: $(cat said.txt)"
! grep -q '^Building' said.txt || fail "nothing is built, and it says so: $(cat said.txt)"
touched=$(find "$build/dist" -newer mark)
[ -z "$touched" ] || fail "a release with --no-build wrote into the build: $touched"
# As paths of their own: a clone in /warpschool is not what "include/warpschool/toolkit" means.
path_of() { printf '(^|-I|-L|[^[:alnum:]_./-])%s(/|$|[^[:alnum:]_-])' "$(sed 's/[].[^$*+?(){}|\\]/\\&/g' <<<"$1")"; }
grep -rIlE -e "$(path_of "$source")" -e "$(path_of "$build")" release && fail "a file names this machine's folders"
for file in release/.vscode/tasks.json release/.devcontainer/devcontainer.json release/CMakePresets.json; do
  printf 'file(READ "%s" text)\nstring(JSON kind TYPE "${text}")\n' "$file" >json.cmake
  cmake -P json.cmake || fail "$file is no JSON"
done

# The week after: more of the course in the same folder, and nobody's work is lost.
echo "// my work" >>release/exercises/1_first_kernels/grid_stride/grid_stride.cu
"$grader" release release --build "$build" --exercise vector_add --exercise grid_stride --force >said.txt
grep -q 'kept: exercises/1_first_kernels/grid_stride/grid_stride.cu.kept-1' said.txt || fail "changed work is not told: $(cat said.txt)"
[ ! -e release/exercises/1_first_kernels/hello_grid/hello_grid.cu ] || fail "what is not released is still there"

mkdir -p home "away"
tar -xzf release.tar.gz -C away
cp "$source/solutions/1_first_kernels/vector_add/vector_add.cu" answer.txt
cat >student.sh <<'STUDENT'
set -euo pipefail
cd "$1/away/release"
cmake --preset sim >/dev/null
if ctest --preset sim -R vector_add >first.txt 2>&1; then echo "FAILED: the stub passes"; exit 1; fi
grep -q 'exercises/1_first_kernels/vector_add/vector_add.cu' first.txt || { echo "FAILED: no next step"; cat first.txt; exit 1; }
cp "$1/answer.txt" exercises/1_first_kernels/vector_add/vector_add.cu
ctest --preset sim -R vector_add >second.txt 2>&1 || { echo "FAILED: the model answer"; cat second.txt; exit 1; }
grep -q '10/10 points' second.txt || { echo "FAILED: no full marks"; cat second.txt; exit 1; }
tools/bin/warp check vector_add | grep >/dev/null '10/10 points' || { echo "FAILED: warp"; exit 1; }
printf '#include <cstdio>\n__global__ void k() { printf("hello %%d\\n", threadIdx.x); }\nint main() { k<<<1, 2>>>(); return cudaDeviceSynchronize(); }\n' >hello.cu
tools/bin/simcc -o hello hello.cu && ./hello | grep >/dev/null 'hello 1' || { echo "FAILED: a program of one's own"; exit 1; }
echo "the student is done"
STUDENT
box=(bwrap --ro-bind / / --dev /dev --proc /proc --bind /tmp /tmp --bind "$work" "$work" --tmpfs "$source" --setenv HOME "$work/home" --unshare-net)
"${box[@]}" true 2>/dev/null || box=(env "HOME=$work/home")
case "$work" in "$source"/*) box=(env "HOME=$work/home") ;; esac
"${box[@]}" bash student.sh "$work" | tee said.txt
grep -q 'the student is done' said.txt || failed=1

[ "$failed" -eq 0 ] && echo passed
exit "$failed"
