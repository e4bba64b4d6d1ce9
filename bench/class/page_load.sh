#!/usr/bin/env bash
# Milliseconds until a page has been read, has run its scripts and is laid out, in a headless Chromium: the best of three.
#   page_load.sh FILE.html
set -euo pipefail
page=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The page forbids every script but its own, so it is looked at through a frame. The clock begins with the frame: how long the
# browser takes to start is not the page's doing.
cat >"$folder/look.html" <<END
<!DOCTYPE html><title>look</title><pre id="said"></pre><iframe id="page" style="width:1280px;height:900px"></iframe><script>
const begin = performance.now(), frame = document.getElementById('page');
frame.onload = () => {
  const height = frame.contentDocument.documentElement.scrollHeight; // has it laid out
  document.getElementById('said').textContent = 'LOADED ' + Math.round(performance.now() - begin) + ' ms, height ' + height;
};
frame.src = 'file://$page';
</script>
END
best=
for _ in 1 2 3; do
  took=$(timeout 60 chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$folder/profile" \
    --timeout=30000 --dump-dom "file://$folder/look.html" 2>/dev/null | grep -o '>LOADED [0-9]*' | grep -o '[0-9]*' || true)
  if [ -n "$took" ] && { [ -z "$best" ] || ((took < best)); }; then best=$took; fi
done
echo "${best:-not measured}"
