#compdef singleton-bench
# Completes singleton-bench in zsh: source <(singleton-bench completions zsh)
_singleton_bench() {
  local -a subcommands
  subcommands=(
    'run:stress-test every strategy on real threads, print a table, write a CSV report'
    'check:prove it, or draw the execution that breaks it, by a model checker'
    'replay:show one counterexample again, step by step'
    'litmus:check litmus programs: every execution that a memory model allows'
    'compare:hold a report against an older one, and say what got worse'
    'merge:join the shards of one run to one report'
    'calibrate:measure how far equal runs differ here: the gate each row needs'
    'report:make a page with charts of a report, or of an old and a new one'
    'learn:lessons that run: see why singletons break'
    'list:list strategies, scenarios and lessons'
    'explain:explain one strategy: idea, risk, what is declared, code, a counterexample'
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
          '(--threads)--threads=[thread counts: 64, or 2,8,64, or 1-8, or 1,2,4,...,255]:LIST: ' \
          '*--strategy=[only strategies whose id matches (*, ?, \[a-z\])]:PATTERN:(unsynchronized-lazy double-checked-lock once-reentrant)' \
          '*--scenario=[only scenarios whose id matches (*, ?, \[a-z\])]:PATTERN:(first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write)' \
          '(--replicates)--replicates=[process replicates of each row]:N: ' \
          '(--seed)--seed=[order of rows and all other random choices; decimal or 0x hex]:N: ' \
          '(--shard)--shard=[only this share of the plan: the same options and --seed on each machine, then merge]:I/N: ' \
          '(--time)--time=[counting time of a row: 50ms, 1s; extended up to 10 times until its known defect is reproduced]:DURATION: ' \
          '(--trials)--trials=[stop a row after N trials instead]:N: ' \
          '(--cells)--cells=[trials in a sweep]:N: ' \
          '(--initializer-cost)--initializer-cost=[what the initializer does besides: 0, 500ns, yield, sleep:1ms]:COST: ' \
          '(--engine)--engine=[where threads come from: dispatch (up to 255) or pthread (up to 1,024)]:ENGINE:(dispatch pthread)' \
          '(--timeout)--timeout=[a row that shows no progress for this long has hung]:DURATION: ' \
          '(--csv)--csv=[the report; - = standard output, the table then goes to standard error]:PATH:_files' \
          '(--samples)--samples=[raw timing batches, long form]:PATH:_files' \
          '(--format)--format=[what standard output gets besides the file: table, times (of first and later accesses), matrix (strategies by scenarios), csv, json, markdown; with --csv - only table or csv]:FORMAT:(table times matrix csv json markdown)' \
          '(--summary)--summary=[append the table as Markdown, for a CI step'\''s summary]:PATH:_files' \
          '(--junit)--junit=[the rows as JUnit XML]:PATH:_files' \
          '(--progress)--progress=[a line on standard error: auto (only on a terminal), always, never]:WHEN:(auto always never)' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    check)
      _arguments \
          '*--strategy=[only strategies whose id matches (*, ?, \[a-z\])]:PATTERN:(unsynchronized-lazy double-checked-lock once-reentrant)' \
          '*--scenario=[only scenarios whose id matches (*, ?, \[a-z\])]:PATTERN:(first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write)' \
          '(--threads)--threads=[thread counts from 1 to 5]:LIST: ' \
          '(--model)--model=[the memory model: rc11 (C++), tso (x86) or sc]:MODEL:(rc11 tso sc)' \
          '(--max-executions)--max-executions=[stop a row after so many executions]:N: ' \
          '(--time)--time=[stop a row after so long]:DURATION: ' \
          '(--format)--format=[what standard output gets: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--orderings)--orderings[make each memory order one step weaker instead, and say which are needed]' \
          '(--junit)--junit=[the rows as JUnit XML]:PATH:_files' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    replay)
      _arguments \
          '(--no-pause)--no-pause[do not wait between two steps]' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '1:CODE: '
      ;;
    litmus)
      _arguments \
          '*--model=[under this memory model only: rc11, tso, sc]:MODEL:(rc11 tso sc)' \
          '*--test=[only programs whose names match]:PATTERN:()' \
          '(--max-executions)--max-executions=[stop a program after so many executions under one model, blocked ones included; if there are more, exit code 3]:N: ' \
          '(--time-each)--time-each[show the wall time of each program under each model]' \
          '(--format)--format=[what standard output gets: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:FILE:_files'
      ;;
    compare)
      _arguments \
          '*--old=[a report of the old side]:FILE:_files' \
          '*--new=[a report of the new side]:FILE:_files' \
          '(--gate-time)--gate-time=[a row is slower above so many percent; 25 suits shared runners]:PERCENT: ' \
          '(--gate-file)--gate-file=[each row'\''s own gate, as calibrate writes them]:FILE:_files' \
          '(--lenient)--lenient[forgive rows that one side lacks]' \
          '(--format)--format=[what standard output gets: table, csv, json, markdown]:FORMAT:(table csv json markdown)' \
          '(--summary)--summary=[append the table as Markdown, for a CI step'\''s summary]:PATH:_files' \
          '(--junit)--junit=[the rows as JUnit XML]:PATH:_files' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:OLD.csv NEW.csv:_files'
      ;;
    merge)
      _arguments \
          '(--csv)--csv=[the joined report; - = standard output, the table then goes to standard error]:PATH:_files' \
          '(--format)--format=[what standard output gets besides the file: table, times (of first and later accesses), matrix (strategies by scenarios), csv, json, markdown; with --csv - only table or csv]:FORMAT:(table times matrix csv json markdown)' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:FILE.csv:_files'
      ;;
    calibrate)
      _arguments \
          '(--out)--out=[the file that gets the gates]:PATH:_files' \
          '(--threads)--threads=[thread counts: 64, or 2,8,64, or 1-8, or 1,2,4,...,255]:LIST: ' \
          '*--strategy=[only strategies whose id matches (*, ?, \[a-z\])]:PATTERN:(unsynchronized-lazy double-checked-lock once-reentrant)' \
          '*--scenario=[only scenarios whose id matches (*, ?, \[a-z\])]:PATTERN:(first-access mixed-construction copy subclass reacquire teardown late-use reentrant over-release external-write)' \
          '(--replicates)--replicates=[process replicates of each row]:N: ' \
          '(--seed)--seed=[order of rows and all other random choices; decimal or 0x hex]:N: ' \
          '(--time)--time=[counting time of a row: 50ms, 1s; extended up to 10 times until its known defect is reproduced]:DURATION: ' \
          '(--initializer-cost)--initializer-cost=[what the initializer does besides: 0, 500ns, yield, sleep:1ms]:COST: ' \
          '(--engine)--engine=[where threads come from: dispatch (up to 255) or pthread (up to 1,024)]:ENGINE:(dispatch pthread)' \
          '(--timeout)--timeout=[a row that shows no progress for this long has hung]:DURATION: ' \
          '(--progress)--progress=[a line on standard error: auto (only on a terminal), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    report)
      _arguments \
          '(--html)--html=[the page; - = standard output]:PATH:_files' \
          '(--check)--check=[results of '\''check --format json'\'', or csv, which has no steps of counterexamples]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:FILE.csv:_files'
      ;;
    learn)
      _arguments \
          '(--all)--all[every lesson of the course]' \
          '(--no-pause)--no-pause[do not wait for predictions]' \
          '(--no-numbers)--no-numbers[leave out what another run, machine or version would show otherwise: counts, times, line numbers]' \
          '(--color)--color=[auto (only on a terminal, and NO_COLOR is empty), always, never]:WHEN:(auto always never)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '*:LESSON:(passing failing)'
      ;;
    list)
      _arguments \
          '(--format)--format=[what standard output gets: table, json]:FORMAT:(table json)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]'
      ;;
    explain)
      _arguments \
          '(--format)--format=[what standard output gets: text, markdown]:FORMAT:(text markdown)' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '(--version)--version[show the version]' \
          '1:STRATEGY:(unsynchronized-lazy double-checked-lock once-reentrant)'
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
