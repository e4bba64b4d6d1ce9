#!/usr/bin/env bash
# Makes the documentation's site: the course's pages, formats, API and tools as HTML that opens from disk, with a search.
#   scripts/docs.sh [OUT]               out/site by default; open OUT/index.html
#   scripts/docs.sh --tree TREE [OUT]   of a students' tree
# Needs Sphinx and the reader of Markdown: scripts/install-deps.sh --docs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tree=$root
part=()
if [[ "${1:-}" == --tree ]]; then
  tree=${2:?a folder is needed after --tree}
  part=(part)
  shift 2
fi
out=${1:-$root/out/site}
python=""
for candidate in python3 /usr/bin/python3; do  # the first may be another than the distribution's, without its packages
  if [[ -z "$python" ]] && "$candidate" -c 'import sphinx, myst_parser' 2>/dev/null; then python=$candidate; fi
done
if [[ -z "$python" ]]; then
  echo "docs: Sphinx or myst-parser is missing: scripts/install-deps.sh --docs installs them" >&2
  exit 77
fi
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$root/docs/site/conf.py" "$root/docs/site/static" "$stage"
"$python" "$root/docs/site/stage.py" "$tree" "$stage" "${part[@]}"
mkdir -p "$out"
"$python" -m sphinx -q -W --keep-going -b html -d "$stage/.doctrees" "$stage" "$out"
rm -rf "$out/.buildinfo" "$out/objects.inv"
echo "$out/index.html"
