#!/usr/bin/env bash
# Installs what Warpschool needs from the distribution's packages (Debian 12, Ubuntu 24.04). Does nothing, and
# needs no rights, where everything is there already.
#   scripts/install-deps.sh          install what is missing
#   scripts/install-deps.sh --tests  also what only the project's tests need (programs with Thrust and CUB, patch); where
#                                    WARPSCHOOL_TEST_ALL is set (scripts/nightly.sh) a browser and what --docs names as well:
#                                    without them two tests say skipped
#   scripts/install-deps.sh --docs   also what makes the documentation's site
#   scripts/install-deps.sh --list   print the packages
set -euo pipefail

packages=(g++ cmake ninja-build clang catch2 libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev
          libsqlite3-dev libdw-dev libseccomp-dev libkainjow-mustache-dev libjs-chart.js bubblewrap
          libarchive-dev libutf8proc-dev nettle-dev)

if [[ "${1:-}" == "--tests" ]]; then
  packages+=(libthrust-dev libcub-dev patch)
  # The report in a browser, tested only where there is one: on Ubuntu Chromium is a snap, which tests cannot drive.
  if [[ -n ${WARPSCHOOL_TEST_ALL:-} && -e /etc/debian_version ]] && ! grep -qs '^ID=ubuntu' /etc/os-release; then
    packages+=(chromium chromium-driver python3-selenium)
  fi
fi
if [[ "${1:-}" == "--docs" || ("${1:-}" == "--tests" && -n ${WARPSCHOOL_TEST_ALL:-}) ]]; then
  packages+=(python3-sphinx python3-myst-parser)
fi
if [[ "${1:-}" == "--list" ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [[ "$status" == "install ok installed" ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

if ! command -v apt-get >/dev/null; then
  echo "install-deps: this is not Debian or Ubuntu; install these by hand: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || {
    echo "install-deps: run as root, or install sudo: apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi

echo "Installing from the distribution: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
