# Completes singleton-bench in bash: source <(singleton-bench completions bash)
_singleton_bench() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  # bash splits --name=value at the = sign.
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  local command=run words=""
  case "${COMP_WORDS[1]}" in
    run|check|replay|litmus|compare|merge|calibrate|report|learn|list|explain|completions) command="${COMP_WORDS[1]}" ;;
  esac
  case "$command $previous" in
    'run --threads') words='' ;;
    'run --strategy') words='unsynchronized-lazy double-checked-lock once-reentrant' ;;
    'run --scenario') words='first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write' ;;
    'run --replicates') words='' ;;
    'run --seed') words='' ;;
    'run --shard') words='' ;;
    'run --time') words='' ;;
    'run --trials') words='' ;;
    'run --cells') words='' ;;
    'run --initializer-cost') words='' ;;
    'run --engine') words='dispatch pthread' ;;
    'run --timeout') words='' ;;
    'run --csv') words='' ;;
    'run --samples') words='' ;;
    'run --format') words='table times matrix csv json markdown' ;;
    'run --summary') words='' ;;
    'run --junit') words='' ;;
    'run --progress') words='auto always never' ;;
    'run --color') words='auto always never' ;;
    'check --strategy') words='unsynchronized-lazy double-checked-lock once-reentrant' ;;
    'check --scenario') words='first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write' ;;
    'check --threads') words='' ;;
    'check --model') words='rc11 tso sc' ;;
    'check --max-executions') words='' ;;
    'check --time') words='' ;;
    'check --format') words='table csv json markdown' ;;
    'check --junit') words='' ;;
    'check --color') words='auto always never' ;;
    'replay --color') words='auto always never' ;;
    'litmus --model') words='rc11 tso sc' ;;
    'litmus --test') words='' ;;
    'litmus --max-executions') words='' ;;
    'litmus --format') words='table csv json markdown' ;;
    'litmus --color') words='auto always never' ;;
    'compare --old') words='' ;;
    'compare --new') words='' ;;
    'compare --gate-time') words='' ;;
    'compare --gate-file') words='' ;;
    'compare --format') words='table csv json markdown' ;;
    'compare --summary') words='' ;;
    'compare --junit') words='' ;;
    'compare --color') words='auto always never' ;;
    'merge --csv') words='' ;;
    'merge --format') words='table times matrix csv json markdown' ;;
    'merge --color') words='auto always never' ;;
    'calibrate --out') words='' ;;
    'calibrate --threads') words='' ;;
    'calibrate --strategy') words='unsynchronized-lazy double-checked-lock once-reentrant' ;;
    'calibrate --scenario') words='first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write' ;;
    'calibrate --replicates') words='' ;;
    'calibrate --seed') words='' ;;
    'calibrate --time') words='' ;;
    'calibrate --initializer-cost') words='' ;;
    'calibrate --engine') words='dispatch pthread' ;;
    'calibrate --timeout') words='' ;;
    'calibrate --progress') words='auto always never' ;;
    'report --html') words='' ;;
    'report --check') words='' ;;
    'learn --color') words='auto always never' ;;
    'list --format') words='table json' ;;
    'explain --format') words='text markdown' ;;
    *)
      case "$command" in
        run) words='--threads --strategy --scenario --replicates --seed --shard --time --trials --cells --initializer-cost --engine --timeout --csv --samples --format --summary --junit --progress --color -h --help --version' ;;
        check) words='--strategy --scenario --threads --model --max-executions --time --format --orderings --junit --color -h --help --version' ;;
        replay) words='--no-pause --color -h --help --version' ;;
        litmus) words='--model --test --max-executions --time-each --format --color -h --help --version' ;;
        compare) words='--old --new --gate-time --gate-file --lenient --format --summary --junit --color -h --help --version' ;;
        merge) words='--csv --format --color -h --help --version' ;;
        calibrate) words='--out --threads --strategy --scenario --replicates --seed --time --initializer-cost --engine --timeout --progress -h --help --version' ;;
        report) words='--html --check -h --help --version' ;;
        learn) words='--all --no-pause --no-numbers --color -h --help --version passing failing' ;;
        list) words='--format -h --help --version' ;;
        explain) words='--format -h --help --version unsynchronized-lazy double-checked-lock once-reentrant' ;;
        completions) words='-h --help --version bash zsh fish' ;;
      esac
      if [[ $COMP_CWORD -eq 1 ]]; then
        words="$words run check replay litmus compare merge calibrate report learn list explain completions"
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Where nothing else is known, files.
complete -o default -F _singleton_bench singleton-bench
