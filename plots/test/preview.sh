#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage: preview.sh BELTDYN [OUT]: runs the configurations of [Oborin 2018] and the belt drives of the demonstrations,
# draws their figures twice, and fails if a script fails, a picture is missing, or the second drawing differs. The
# pictures are left in OUT to be looked at.
set -eu
beltdyn=$1
out=${2:-$(mktemp -d)}
configs=$(cd "$(dirname "$0")/../../configs" && pwd)

for config in "$configs"/papers/oborin-2018/*.json "$configs"/demo/belt.json "$configs"/demo/serpentine.json; do
  "$beltdyn" compare "$config" --out "$out" --quiet
done

status=0
for figures in "$out"/*/figures; do
  for script in "$figures"/*.gp; do
    picture=${script%.gp}.svg
    [ -s "$picture" ] || { echo "missing: $picture"; status=1; continue; }
    before=$(cksum < "$picture")
    (cd "$figures" && gnuplot --default-settings "$(basename "$script")") || { echo "failed: $script"; status=1; }
    [ "$before" = "$(cksum < "$picture")" ] || { echo "differs: $picture"; status=1; }
  done
done
echo "pictures are in $out/*/figures"
exit $status
