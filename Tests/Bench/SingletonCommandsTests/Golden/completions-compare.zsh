    compare)
      _arguments \
          '*--old=[a report of the old side]:FILE.csv:_files' \
          '*--new=[a report of the new side]:FILE.csv:_files' \
          '(--gate-instructions)--gate-instructions=[judge counts of instructions: a row is worse if one has grown by more than this percentage]:PERCENT: ' \
          '(--gate-time)--gate-time=[judge times: a row is slower above this percentage; 25 suits shared runners]:PERCENT: ' \
          '(--forbid-new)--forbid-new[exit code 5 if only the new side has a row]' \
          '(--allow-missing)--allow-missing[accept rows that the new side lacks or did not run]' \
          '(--all)--all[list rows without a change, too, instead of only counting them]' \
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
