#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One task of a Slurm array: a shard of a sweep. slurm_sweep.sh submits it.
#SBATCH --job-name=beltdyn-sweep
#SBATCH --cpus-per-task=1
#SBATCH --signal=B:TERM@60
set -euo pipefail
config=$1 out=$2 shards=$3
# exec, so that the signal before the end of the time limit reaches the program, which then keeps what it has.
exec beltdyn sweep "$config" --out "$out" --shard "$SLURM_ARRAY_TASK_ID/$shards" --resume --quiet \
  --jobs "${SLURM_CPUS_PER_TASK:-1}"
