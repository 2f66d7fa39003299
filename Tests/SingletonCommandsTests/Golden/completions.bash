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
    run|check|replay|compare|report|litmus|learn|init|list|explain|columns|completions) command="${COMP_WORDS[1]}" ;;
  esac
  case "$command $previous" in
    'run --threads') words='' ;;
    'run --initializer-cost') words='' ;;
    'run --strategy') words='unsynchronized-lazy double-checked-lock once-reentrant' ;;
    'run --scenario') words='first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration' ;;
    'run --form') words='harness plain both' ;;
    'run --replicates') words='' ;;
    'run --seed') words='' ;;
    'run --total-time') words='' ;;
    'run --until-shown') words='' ;;
    'run --time') words='' ;;
    'run --trials') words='' ;;
    'run --timeout') words='' ;;
    'run --csv') words='' ;;
    'run --samples') words='' ;;
    'run --format') words='table rows csv json markdown' ;;
    'run --summary') words='' ;;
    'run --junit') words='' ;;
    'run --progress') words='auto always never' ;;
    'run --color') words='auto always never' ;;
    'check --strategy') words='unsynchronized-lazy double-checked-lock once-reentrant' ;;
    'check --scenario') words='first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration' ;;
    'check --form') words='harness plain both' ;;
    'check --threads') words='' ;;
    'check --model') words='rc11 tso sc arm' ;;
    'check --timeouts') words='when-stuck any-time' ;;
    'check --max-executions') words='' ;;
    'check --time') words='' ;;
    'check --format') words='table csv json markdown' ;;
    'check --junit') words='' ;;
    'check --html') words='' ;;
    'check --progress') words='auto always never' ;;
    'check --color') words='auto always never' ;;
    'replay --color') words='auto always never' ;;
    'compare --old') words='' ;;
    'compare --new') words='' ;;
    'compare --gate-instructions') words='' ;;
    'compare --gate-time') words='' ;;
    'compare --format') words='table csv json markdown' ;;
    'compare --summary') words='' ;;
    'compare --junit') words='' ;;
    'compare --color') words='auto always never' ;;
    'report --html') words='' ;;
    'report --check') words='' ;;
    'litmus --model') words='rc11 tso sc arm' ;;
    'litmus --test') words='' ;;
    'litmus --max-executions') words='' ;;
    'litmus --time') words='' ;;
    'litmus --outcome') words='' ;;
    'litmus --format') words='table csv json markdown' ;;
    'litmus --color') words='auto always never' ;;
    'learn --html') words='' ;;
    'learn --exercise') words='one-look look-outside flag-first relaxed-flag two-locks lock-if-available loser-keeps-own weak-and-destroyable' ;;
    'learn --hint') words='' ;;
    'learn --package') words='' ;;
    'learn --color') words='auto always never' ;;
    'init --package') words='' ;;
    'init --module') words='' ;;
    'list --format') words='table json' ;;
    'explain --format') words='text markdown' ;;
    'columns --of') words='' ;;
    'columns --format') words='text markdown' ;;
    *)
      case "$command" in
        run) words='--threads --initializer-cost --strategy --scenario --form --replicates --seed --total-time --until-shown --time --trials --timeout --no-times --csv --force --samples --no-check --format --summary --junit --annotate --progress --color -h --help --version' ;;
        check) words='--strategy --scenario --form --threads --model --timeouts --max-executions --time --format --orderings --any-number --junit --html --force --progress --color -h --help --version' ;;
        replay) words='--no-pause --memory --color -h --help --version' ;;
        compare) words='--old --new --gate-instructions --gate-time --forbid-new --allow-missing --all --format --summary --junit --force --annotate --color -h --help --version' ;;
        report) words='--html --check --force -h --help --version' ;;
        litmus) words='--model --test --max-executions --time --outcome --format --color -h --help --version' ;;
        learn) words='--all --no-pause --html --force --exercise --hint --package --color -h --help --version passing failing' ;;
        init) words='--package --existing --module --write -h --help --version' ;;
        list) words='--format -h --help --version unsynchronized-lazy double-checked-lock once-reentrant' ;;
        explain) words='--format -h --help --version unsynchronized-lazy double-checked-lock once-reentrant scenarios first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration uses constructing copying subclassing re-entering ns marks verdicts proved proved-if-no-timeout safe unknown refuted unsafe deadlocks crashes answers changes worse missing better new same defects instances inits reinits nested-inits half-built nil-results wrong-class used-after-destroy live-max refused leaked crash race trap hang unexpected grades passed reproduced not-reproduced failed statuses ok trapped crashed exit hung skipped interrupted models sc tso arm rc11 oversubscribed listing control counterexample promise exit-codes sources macro tutorial strict two-plans abuse passing trials re-entries violating outcome floor operation written least views times why columns strategy form scenario threads verdict violating_trials violation_rate access_p50_ns observed expected grade proof_threads status remark accesses instances_max multi_instance_trials instances_per_trial init_reentries tallied_inits lifetimes nested_inits half_built nil_results wrong_class used_after_destroy live_max deinits first_access_p50_ns first_access_p90_ns first_access_p99_ns first_access_max_ns first_access_winner_p50_ns first_access_loser_p50_ns first_access_count access_min_ns access_p90_ns access_p99_ns access_floor_ns access_line_ns access_batches access_batch_size all_cores_access_p50_ns all_cores_access_p90_ns all_cores_floor_ns all_cores_fast_ns all_cores_slow_ns all_cores_slow_share access_instructions access_atomics access_calls access_system_calls access_instructions_most first_access_instructions first_access_atomics first_access_calls first_access_system_calls first_access_instructions_most counts_remark threads_started peak_running wall_ms cpu_ms placed cells cell_bytes cell_offset block_cells replicate engine initializer_cost placement alive_allowed schema_version tool_version run_id started_utc commit working_commit seed timing_version clock_resolution_ns line_way_ns dependent_load_ns os arch cpu_model cpu_version cores topology caches virtualization governor swift_version build sanitizer fingerprint c_library counts_fingerprint callers model timeouts condition executions strongest_model obstacle witness witness_model replay found set file line source role ordering weaker defect reason old_access_instructions old_access_atomics old_access_calls old_access_system_calls old_replicates old_grade old_trials old_violating_trials old_rate_low old_rate_high old_access_p50_ns new_access_instructions new_access_atomics new_access_calls new_access_system_calls new_replicates new_grade new_trials new_violating_trials new_rate_low new_rate_high new_access_p50_ns counts time time_ratio gate_percent time_measure time_old time_new time_old_low time_old_high time_new_low time_new_high test stuck stuck_executions outcomes harness plain none near far siblings mixed dispatch pthread release debug tasks when-stuck any-time relaxed acquire acq_rel seq_cst as-written stronger proved-under-sc open more fewer slower faster differs stopped' ;;
        columns) words='--of --format -h --help --version' ;;
        completions) words='-h --help --version bash zsh fish' ;;
      esac
      if [[ $COMP_CWORD -eq 1 ]]; then
        words="$words run check replay compare report litmus learn init list explain columns completions"
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Where nothing else is known, files.
complete -o default -F _singleton_bench singleton-bench
