#!/usr/bin/env bash
# Builds two revisions, runs both on this machine, and compares them: their outcomes and their counts of instructions, which
# takes seconds besides the builds; or their times, too, which takes minutes.
# Usage: scripts/ci-gate.sh BASE HEAD [OPTIONS OF RUN...] [-- OPTIONS OF COMPARE...]
#   scripts/ci-gate.sh origin/main HEAD --scenario first-access --threads 2
#   GATE_TIME=25 scripts/ci-gate.sh origin/main HEAD --scenario first-access --threads 2 -- --forbid-new
# Environment: GATE_TIME   percentage above which an access is slower; empty = times are not judged (default)
#              REPLICATES  runs of each side, which alternate and have a seed each (default 10 with GATE_TIME, else 1)
#              OUT         folder for the reports, base-N.csv and head-N.csv, summary.md and junit.xml (default ci-gate)
# The exit code is that of 'singleton-bench compare'; 5 also if a side does not build, and 64 if the usage is wrong.
# In GitHub Actions, the summary is also appended to the summary of the step.
set -euo pipefail

usage() { sed -n '2,/^set /s/^# \{0,1\}//p' -- "${BASH_SOURCE[0]}"; }

# fail CODE WHAT NEXT
fail() {
  printf 'ci-gate: %s\n  next: %s\n' "$2" "$3" >&2
  exit "$1"
}

if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  usage
  exit 0
fi
if (($# < 2)); then
  usage >&2
  exit 64
fi
base=$1 head=$2
shift 2
run_options=() compare_options=()
while (($# > 0)); do
  if [[ $1 == -- ]]; then
    shift
    compare_options=("$@")
    break
  fi
  run_options+=("$1")
  shift
done
gate=${GATE_TIME-}
replicates=${REPLICATES:-$([[ -n $gate ]] && echo 10 || echo 1)}
out=${OUT:-ci-gate}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/build-system"

# Everything that can be wrong is reported before the builds, which take minutes.
[[ $replicates =~ ^[1-9][0-9]{0,3}$ ]] || fail 64 "REPLICATES is '$replicates', no number from 1 to 9999" 'REPLICATES=10'
[[ $gate =~ ^([0-9]+([.][0-9]+)?)?$ && ! $gate =~ ^0+([.]0+)?$ ]] || fail 64 "GATE_TIME is '$gate', no percentage above 0" 'GATE_TIME=25, or none of it'
for revision in "$base" "$head"; do
  git -C "$root" rev-parse --verify --quiet "$revision^{commit}" >/dev/null ||
    fail 64 "'$revision' is no commit of this repository" 'git fetch, or name a branch, a tag or a commit'
done
for option in ${run_options[@]+"${run_options[@]}"} ${compare_options[@]+"${compare_options[@]}"}; do
  case ${option%%=*} in
    --replicates | --csv | --progress | --seed | --summary | --junit | --gate-time | --old | --new)
      fail 64 "$option is the script's own" 'REPLICATES=N, GATE_TIME=PERCENT, or OUT=FOLDER for files' ;;
  esac
done

# add OPTION [VALUE]: gives an option to run, unless the caller has.
add() {
  case " ${run_options[*]-} " in
    *" $1 "* | *" $1="*) ;;
    *) run_options+=("$@") ;;
  esac
}

# Counts need no time. What is declared shows itself soon, or is left to runs that race for longer.
if [[ -z $gate ]]; then
  case " ${run_options[*]-} " in
    *" --total-time"* | *" --trials"*) ;;
    *) add --time 1ms ;;
  esac
  add --until-shown 2s
  add --no-check
else
  # Other runs of the side may show what one run alone does not.
  add --until-shown 0
fi

mkdir -p -- "$out"
out=$(cd -- "$out" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ci-gate.XXXXXX")

# shellcheck disable=SC2317 # The trap calls it.
clean_up() {
  for side in base head; do
    git -C "$root" worktree remove --force "$work/$side" 2>/dev/null || true
  done
  rm -rf -- "$work"
}
trap clean_up EXIT

# build SIDE REVISION: a release of the revision, in its own working tree.
build() {
  git -C "$root" worktree add --quiet --detach "$work/$1" "$2"
  echo "ci-gate: building $1, $(git -C "$work/$1" log -1 --format='%h %s')" >&2
  (cd -- "$work/$1" && swift build -c release --product singleton-bench >"$work/$1.log" 2>&1) || {
    tail -n 40 -- "$work/$1.log" >&2
    fail 5 "$1, $2, does not build, so nothing can be compared" "git checkout $2 && swift build -c release"
  }
  ln -s -- "$(cd -- "$work/$1" && program release singleton-bench)" "$work/$1-bench"
}

# both_know OPTION
both_know() {
  for side in base head; do
    "$work/$side-bench" run --help | grep -q -- " $1 " || return 1
  done
}

# race SIDE SEED: one run of the whole plan.
#
# The whole side may show what a run alone is too weak to show. The CI system's commit is that of only one side, so each
# side reads its own commit from its working tree.
race() {
  local side=$1 seed=$2 code=0
  (cd -- "$work/$side" && env -u GITHUB_SHA -u CI_COMMIT_SHA -u BUILDKITE_COMMIT -u CIRCLE_SHA1 -u GIT_COMMIT \
    "$work/$side-bench" run --seed "$seed" \
    --progress never --csv "$out/$side-$seed.csv" ${run_options[@]+"${run_options[@]}"} >"$work/race.log" 2>&1) || code=$?
  case $code in
    0 | 1 | 3) ;;
    *)
      cat -- "$work/race.log" >&2
      echo "ci-gate: $side left with exit code $code" >&2
      exit "$code"
      ;;
  esac
}

build base "$base"
build head "$head"
# An older revision may not know the option.
if [[ -z $gate ]] && both_know --no-times; then add --no-times; fi
arguments=(compare --summary "$out/summary.md" --junit "$out/junit.xml")
for ((seed = 1; seed <= replicates; seed++)); do
  # The side that runs first has the warmer or the colder machine, so the sides alternate.
  order=(base head)
  if ((seed % 2 == 0)); then order=(head base); fi
  for side in "${order[@]}"; do race "$side" "$seed"; done
  arguments+=(--old "$out/base-$seed.csv" --new "$out/head-$seed.csv")
  echo "ci-gate: run $seed of $replicates has ended on both sides" >&2
done

: >"$out/summary.md"
if [[ -n $gate ]]; then arguments+=(--gate-time "$gate"); fi
code=0
"$work/head-bench" "${arguments[@]}" ${compare_options[@]+"${compare_options[@]}"} || code=$?
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat -- "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
echo "ci-gate: the reports, summary.md and junit.xml are in $out" >&2
exit "$code"
