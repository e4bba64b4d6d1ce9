#!/usr/bin/env bash
# Runs cgroup tests in a delegated cgroup of version 2: one that WARPSCHOOL_CGROUP names, else one in a mount of our own, which only
# root may make and which has those controllers that version 1 does not hold.
#   cgroup_test.sh PROGRAM time|memory|processes
set -euo pipefail
program=$1 what=$2
if [ -z "${WARPSCHOOL_CGROUP:-}" ]; then
  if [ "${3:-}" != mounted ]; then
    unshare -m true 2>/dev/null || { echo "skipped: no cgroup is named in WARPSCHOOL_CGROUP, and nothing may be mounted here"; exit 77; }
    exec unshare -m "$0" "$program" "$what" mounted
  fi
  root=$(mktemp -d)
  mount -t cgroup2 none "$root" 2>/dev/null || { rmdir "$root"; echo "skipped: this kernel has no cgroups of version 2"; exit 77; }
  export WARPSCHOOL_CGROUP=$root/warpschool-test-$$
  mkdir "$WARPSCHOOL_CGROUP" 2>/dev/null || { umount "$root"; rmdir "$root"; echo "skipped: no cgroup may be made here"; exit 77; }
  trap 'rmdir "$WARPSCHOOL_CGROUP"; umount "$root"; rmdir "$root"' EXIT
  for controller in memory pids; do
    if grep -qw "$controller" "$root/cgroup.controllers"; then
      echo "+$controller" >"$root/cgroup.subtree_control" 2>/dev/null || true
    fi
  done
fi
needed=
[ "$what" != memory ] || needed=memory
[ "$what" != processes ] || needed=pids
if [ -n "$needed" ] && ! grep -qw "$needed" "$WARPSCHOOL_CGROUP/cgroup.controllers"; then
  echo "skipped: the controller $needed is not handed on by version 2 here (version 1 may hold it)"
  exit 77
fi
"$program" "[$what]"
