#!/usr/bin/env bash
# Builds two revisions, runs them alternately on this machine, and compares them: exit code of 'singleton-bench compare'.
# Usage: scripts/ci-gate.sh BASE HEAD [OPTIONS OF RUN...]
#   scripts/ci-gate.sh origin/main HEAD --scenario first-access --threads 2
# Environment: GATE_TIME   percent above which an access is slower; empty = times are not judged (default 25)
#              REPLICATES  processes of each row on each side (default 10)
#              OUT         folder for base.csv, head.csv, summary.md and junit.xml (default ci-gate)
# In GitHub Actions the summary is appended to the step's too.
set -euo pipefail

usage() {
  sed -n '2,4s/^# //p' -- "${BASH_SOURCE[0]}" >&2
  exit 64
}

(($# >= 2)) || usage
base=$1 head=$2
shift 2
for revision in "$base" "$head"; do
  git rev-parse --verify --quiet "$revision^{commit}" >/dev/null || {
    echo "ci-gate: $revision is no commit of this repository" >&2
    echo "  next: git fetch, or name a branch, a tag or a commit" >&2
    exit 64
  }
done

root=$(git rev-parse --show-toplevel)
replicates=${REPLICATES:-10}
gate=${GATE_TIME-25}
out=${OUT:-ci-gate}
mkdir -p -- "$out"
out=$(cd -- "$out" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ci-gate.XXXXXX")

clean_up() {
  for side in base head; do
    git -C "$root" worktree remove --force "$work/$side" 2>/dev/null || true
  done
  rm -rf -- "$work"
}
trap clean_up EXIT

# build SIDE REVISION: a release of the revision, in a working tree of its own.
build() {
  git -C "$root" worktree add --quiet --detach "$work/$1" "$2"
  echo "ci-gate: building $1, $(git -C "$work/$1" log -1 --format='%h %s')" >&2
  (cd -- "$work/$1" && swift build -c release --product singleton-bench >"$work/$1.log" 2>&1) || {
    tail -n 40 -- "$work/$1.log" >&2
    echo "ci-gate: $1 does not build" >&2
    exit 1
  }
}

# race SIDE SHARE OPTIONS...: one share of the plan. What a share alone is too weak to show, the whole may show.
race() {
  local side=$1 share=$2 code=0
  shift 2
  (cd -- "$work/$side" && .build/release/singleton-bench run --replicates "$replicates" --seed 1 \
    --shard "$share/$replicates" --progress never --csv "$work/$side-$share.csv" "$@" >"$work/race.log" 2>&1) || code=$?
  case $code in
    0 | 1 | 3 | 4) ;;
    *)
      cat -- "$work/race.log" >&2
      echo "ci-gate: $side left with exit code $code" >&2
      exit "$code"
      ;;
  esac
}

build base "$base"
build head "$head"
for ((share = 1; share <= replicates; share++)); do
  # Whoever runs first has the warmer or the colder machine: in turns.
  order=(base head)
  if ((share % 2 == 0)); then order=(head base); fi
  for side in "${order[@]}"; do race "$side" "$share" "$@"; done
  echo "ci-gate: share $share of $replicates has run on both sides" >&2
done

bench=$work/head/.build/release/singleton-bench
for side in base head; do
  code=0
  "$bench" merge "$work/$side"-*.csv --csv "$out/$side.csv" >"$work/merge.log" || code=$?
  ((code <= 3)) || exit "$code"
done
: >"$out/summary.md"
arguments=(compare "$out/base.csv" "$out/head.csv" --summary "$out/summary.md" --junit "$out/junit.xml")
if [[ -n $gate ]]; then arguments+=(--gate-time "$gate"); fi
code=0
"$bench" "${arguments[@]}" || code=$?
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat -- "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
echo "ci-gate: base.csv, head.csv, summary.md and junit.xml are in $out" >&2
exit "$code"
