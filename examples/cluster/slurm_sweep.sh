#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# examples/cluster/slurm_sweep.sh CONFIG OUT SHARDS [SBATCH_OPTION...]: a sweep as a Slurm array, in a folder that all nodes see.
# Waits for the array, submits it again for shards that were lost (what they have is kept, complete ones end at once), and
# makes the table. Options of sbatch say what the site wants: --partition, --time, --cpus-per-task, --account.
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "usage: examples/cluster/slurm_sweep.sh CONFIG OUT SHARDS [SBATCH_OPTION...]" >&2
  exit 2
fi
config=$1 out=$2 shards=$3
shift 3
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
attempts=3
for attempt in $(seq "$attempts"); do
  sbatch --wait --array="1-$shards" "$@" "$folder/slurm_shard.sh" "$config" "$out" "$shards" ||
    echo "attempt $attempt of $attempts: some shards did not come to their end" >&2
  if beltdyn sweep "$config" --out "$out" --collect; then exit 0; fi
done
exit 1
