#compdef singleton-bench
# Completes singleton-bench in zsh: source <(singleton-bench completions zsh)
_singleton_bench() {
  local -a subcommands
  subcommands=(
    'run:stress-test every strategy on real threads, print a table, write a CSV report'
    'check:model-check strategies: prove each one or draw a counterexample'
    'replay:show a counterexample again, step by step'
    'compare:compare a report with an older one and list the regressions'
    'report:make an HTML page with charts from a report, or from an old and a new one'
    'litmus:explore every execution of litmus programs under a memory model'
    'learn:run lessons that show why singletons break'
    'init:write a small package that races and proves your own class, or add a race to your package'
    'list:list strategies, scenarios and lessons'
    'explain:explain a strategy, an idiom, or a word such as a verdict, a defect or a column'
    'columns:print the columns of the reports and what they mean'
    'completions:print a completion script for bash, zsh or fish'
  )
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then
    _describe command subcommands
    return
  fi
  local command="$words[2]"
  if (( ${subcommands[(I)${command}:*]} )); then
    shift words
    (( CURRENT-- ))
  else
    command=run
  fi
  case "$command" in
    run)
      _arguments \
          '(--threads)--threads=[thread counts: 64, or 2,8,64, or 1-8, or a ladder: 1,2,4,...,255 doubles, 2,4,...,64 adds 2]:LIST: ' \
          '(--initializer-cost)--initializer-cost=[additional cost of the initializer: 0, 500ns, yield, sleep:1ms, or a list: 0,yield,sleep:1ms]:LIST: ' \
          '*--strategy=[only strategies whose id matches (*, ?, \[a-z\])]:PATTERN:(unsynchronized-lazy double-checked-lock once-reentrant)' \
          '*--scenario=[only scenarios whose id matches (*, ?, \[a-z\])]:PATTERN:(first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration)' \
          '(--form)--form=[harness (the strategy on the harness'\''s primitives), plain (its listing in plain Swift) or both]:FORM:(harness plain both)' \
          '(--replicates)--replicates=[runs of each row, each in a new process]:N: ' \
          '(--seed)--seed=[seed of the row order and all other random choices; decimal or 0x hex]:N: ' \
          '(--total-time)--total-time=[time of the whole run, shared among the rows, instead of --time]:DURATION: ' \
          '(--until-shown)--until-shown=[how long, after the plan, to continue rows whose known defect no row has reproduced; 0 means not at all]:DURATION: ' \
          '(--time)--time=[measuring time per row (50ms, 1s); as little as a tenth once the expected defect is shown, up to 10x until then]:DURATION: ' \
          '(--trials)--trials=[run N trials per row instead of measuring for a time]:N: ' \
          '(--timeout)--timeout=[a row without progress for this long counts as hung]:DURATION: ' \
          '(--no-times)--no-times[do not time accesses, only count outcomes and instructions]' \
          '(--csv)--csv=[write the report; its finished rows are in PATH.partial until the run ends; with -, the report goes to standard output and the table to standard error]:PATH:_files' \
          '(--force)--force[let an output replace a file of another kind]' \
          '(--samples)--samples=[write the raw timing batches as CSV, one per line]:PATH:_files' \
          '(--no-check)--no-check[do not ask the checker: the verdicts are those of the run alone]' \
          '(--format)--format=[format of standard output: table (one line per strategy), rows (one line per row, with counts), csv, json, markdown; with '\''--csv -'\'' not json or markdown]:FORMAT:(table rows csv json markdown)' \
          '(--summary)--summary=[append the table as Markdown to a file, such as a CI step'\''s summary]:PATH:_files' \
          '(--junit)--junit=[write the rows as JUnit XML]:PATH:_files' \
          '(--annotate)--annotate[print failures as annotations of GitHub Actions, on standard error]' \
          '(--progress)--progress=[show progress on standard error: auto (on a terminal), always, never]:WHEN:(auto always never)' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    check)
      _arguments \
          '*--strategy=[only strategies whose id matches (*, ?, \[a-z\])]:PATTERN:(unsynchronized-lazy double-checked-lock once-reentrant)' \
          '*--scenario=[only scenarios whose id matches (*, ?, \[a-z\])]:PATTERN:(first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration)' \
          '(--form)--form=[harness (the strategy on the harness'\''s primitives), plain (its listing in plain Swift) or both]:FORM:(harness plain both)' \
          '(--threads)--threads=[thread counts from 1 to 5]:LIST: ' \
          '(--model)--model=[memory model: rc11 (C++), arm (ARMv8), tso (x86) or sc (sequential consistency); of no effect where tasks ask, whose jobs run one at a time]:MODEL:(rc11 tso sc arm)' \
          '(--timeouts)--timeouts=[when a wait with a time limit may time out: when-stuck (no thread can take another step) or any-time]:WHEN:(when-stuck any-time)' \
          '(--max-executions)--max-executions=[stop a row after N executions; blocked and symmetric ones count, too]:N: ' \
          '(--time)--time=[stop a row after this time]:DURATION: ' \
          '(--format)--format=[format of standard output: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--orderings)--orderings[find all minimal sets of memory orders that suffice instead, and what a weaker order breaks]' \
          '(--any-number)--any-number[prove the promise for any number of threads instead, where that is possible]' \
          '(--junit)--junit=[write the rows as JUnit XML]:PATH:_files' \
          '(--html)--html=[write a page that shows each counterexample step by step]:PATH:_files' \
          '(--force)--force[let an output replace a file of another kind]' \
          '(--progress)--progress=[show progress on standard error: auto (on a terminal), always, never]:WHEN:(auto always never)' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    replay)
      _arguments \
          '(--no-pause)--no-pause[do not wait between steps]' \
          '(--memory)--memory[show the memory after each step, even without waiting]' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '1:CODE: '
      ;;
    compare)
      _arguments \
          '*--old=[a report of the old side]:FILE.csv:_files' \
          '*--new=[a report of the new side]:FILE.csv:_files' \
          '(--gate-instructions)--gate-instructions=[judge counts of instructions: a row is worse if one has grown by more than this percentage]:PERCENT: ' \
          '(--gate-time)--gate-time=[judge times: a row is slower above this percentage; 25 suits shared runners]:PERCENT: ' \
          '(--forbid-new)--forbid-new[exit code 5 if only the new side has a row]' \
          '(--allow-missing)--allow-missing[accept rows that the new side lacks or did not run]' \
          '(--all)--all[list rows that are as before, too, instead of only counting them]' \
          '(--format)--format=[format of standard output: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--summary)--summary=[append the table as Markdown to a file, such as a CI step'\''s summary]:PATH:_files' \
          '(--junit)--junit=[write the rows as JUnit XML]:PATH:_files' \
          '(--force)--force[let an output replace a file of another kind]' \
          '(--annotate)--annotate[print failures as annotations of GitHub Actions, on standard error]' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:OLD.csv NEW.csv:_files'
      ;;
    report)
      _arguments \
          '(--html)--html=[write the page; - means standard output]:PATH:_files' \
          '(--check)--check=[include the results of '\''check --format json'\'', or of csv, which lacks the steps of counterexamples]:FILE:_files' \
          '(--force)--force[let an output replace a file of another kind]' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:FILE.csv:_files'
      ;;
    litmus)
      _arguments \
          '*--model=[memory model: rc11, arm, tso, sc]:MODEL:(rc11 tso sc arm)' \
          '*--test=[only programs whose name matches (*, ?, \[a-z\])]:PATTERN:()' \
          '(--max-executions)--max-executions=[visit at most N executions of a program per model, blocked ones included; exit code 3 if there are more]:N: ' \
          '(--time)--time=[stop a program after this time per model; exit code 3 if it is not finished]:DURATION: ' \
          '(--outcome)--outcome=[draw an execution with this outcome, such as 1:r0=1,1:r1=0, under the strongest model that has one]:VALUES: ' \
          '(--format)--format=[format of standard output: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:FILE:_files'
      ;;
    learn)
      _arguments \
          '(--all)--all[run all lessons of the course]' \
          '(--no-pause)--no-pause[do not wait for predictions]' \
          '(--html)--html=[write pages instead of text; without a lesson, those of the whole course]:PATH:_files' \
          '(--force)--force[let an output replace a file of another kind]' \
          '(--exercise)--exercise=[write a small package with broken code to repair, into a folder of the exercise'\''s name]:NAME:(one-look look-outside flag-first relaxed-flag two-locks lock-if-available loser-keeps-own weak-and-destroyable)' \
          '(--hint)--hint=[print one of the exercise'\''s hints instead]:N: ' \
          '(--package)--package=[where the new package gets singleton-bench; if it is not given, the folder that this program was built in]:PLACE: ' \
          '(--color)--color=[use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:LESSON:(passing failing)'
      ;;
    init)
      _arguments \
          '(--package)--package=[where the new package gets singleton-bench; if it is not given, the folder that this program was built in]:PLACE: ' \
          '(--existing)--existing[add a first race to the package in FOLDER]' \
          '(--module)--module=[what the race imports; if it is not given, the package'\''s only module]:NAME: ' \
          '(--write)--write[write what --existing shows]' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '1:FOLDER: '
      ;;
    list)
      _arguments \
          '(--format)--format=[format of standard output: table, json]:FORMAT:(table json)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:WORD:(unsynchronized-lazy double-checked-lock once-reentrant)'
      ;;
    explain)
      _arguments \
          '(--format)--format=[format of standard output: text, markdown]:FORMAT:(text markdown)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:NAME:(unsynchronized-lazy double-checked-lock once-reentrant scenarios first-access mixed-construction copy subclass subclass-construction reacquire teardown reconstruct late-use reentrant mutual-initialization over-release external-write failing canceled late-configuration uses constructing copying subclassing re-entering ns marks verdicts proved proved-if-no-timeout safe unknown refuted unsafe deadlocks crashes answers changes worse missing better new same defects instances inits reinits nested-inits half-built nil-results wrong-class used-after-destroy live-max refused leaked crash race trap hang unexpected grades passed reproduced not-reproduced failed statuses ok trapped crashed exit hung skipped interrupted models sc tso arm rc11 oversubscribed listing control counterexample promise exit-codes sources macro tutorial strict two-plans abuse passing trials re-entries violating outcome floor operation written least views times why columns strategy form scenario threads verdict violating_trials violation_rate access_p50_ns observed expected grade proof_threads status remark accesses instances_max multi_instance_trials instances_per_trial init_reentries tallied_inits lifetimes nested_inits half_built nil_results wrong_class used_after_destroy live_max deinits first_access_p50_ns first_access_p90_ns first_access_p99_ns first_access_max_ns first_access_winner_p50_ns first_access_loser_p50_ns first_access_count access_min_ns access_p90_ns access_p99_ns access_floor_ns access_line_ns access_batches access_batch_size all_cores_access_p50_ns all_cores_access_p90_ns all_cores_floor_ns all_cores_fast_ns all_cores_slow_ns all_cores_slow_share access_instructions access_atomics access_calls access_system_calls access_instructions_most first_access_instructions first_access_atomics first_access_calls first_access_system_calls first_access_instructions_most counts_remark threads_started peak_running wall_ms cpu_ms placed cells cell_bytes cell_offset block_cells replicate engine initializer_cost placement alive_allowed schema_version tool_version run_id started_utc commit working_commit seed timing_version clock_resolution_ns line_way_ns dependent_load_ns os arch cpu_model cpu_version cores topology caches virtualization governor swift_version build sanitizer fingerprint c_library counts_fingerprint callers model timeouts condition executions strongest_model obstacle witness witness_model replay found set file line source role ordering weaker defect reason old_access_instructions old_access_atomics old_access_calls old_access_system_calls old_replicates old_grade old_trials old_violating_trials old_rate_low old_rate_high old_access_p50_ns new_access_instructions new_access_atomics new_access_calls new_access_system_calls new_replicates new_grade new_trials new_violating_trials new_rate_low new_rate_high new_access_p50_ns counts time time_ratio gate_percent time_measure time_old time_new time_old_low time_old_high time_new_low time_new_high test stuck stuck_executions outcomes harness plain none near far siblings mixed dispatch pthread release debug tasks when-stuck any-time relaxed acquire acq_rel seq_cst as-written stronger proved-under-sc open more fewer slower faster differs stopped)'
      ;;
    columns)
      _arguments \
          '(--of)--of=[the command that writes the file: run, check, orderings, any-number, compare, litmus]:COMMAND: ' \
          '(--format)--format=[format of standard output: text, markdown]:FORMAT:(text markdown)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    completions)
      _arguments \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '1:SHELL:(bash zsh fish)'
      ;;
  esac
}
if [[ "$funcstack[1]" == "_singleton_bench" ]]; then
  _singleton_bench "$@"
else
  compdef _singleton_bench singleton-bench
fi
