import SingletonComparison
import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// A word that `explain` can explain, other than the name of a strategy.
struct Topic {
  /// The names on the command line. `list` shows the first one.
  let names: [String]
  /// The kind of word, such as `a scenario`.
  let kind: String
  let facts: [Fact]
  /// Groups of terms, shown below the explanation.
  var blocks: [Block] = []
  /// The page of the documentation with this explanation, or `nil` if there is no such page.
  var page: String?

  typealias Fact = (term: String, meaning: String)
  /// A word that is a value of a column or an option, with the meaning of that.
  typealias Use = (word: String, fact: Fact)

  struct Block {
    let title: String
    let facts: [Fact]
  }

  func text(width: Int) -> String {
    "\(names[0]): \(kind)\n\n" + TextLayout.definitions(facts, width: width, widestTerm: 32)
      + blocks.map { "\n  \($0.title)\n" + TextLayout.definitions($0.facts, width: width, indent: 4) }.joined()
  }

  /// Returns all topics. The topic of a group, such as `verdicts`, comes before the topics of its members.
  static func all(in contents: ToolContents, of commands: [any Command]) -> [Topic] {
    let words =
      scenarios + uses + figures + [marks] + verdicts + answers + changes + defects + grades + statuses + models + terms
      + [exitCodes] + idioms(of: contents.catalog) + sources(contents) + lessons(contents)
    let titles = titles(beyond: Set(words.flatMap(\.names)))
    let topics = words + titles + columns(of: ColumnReference.all)
    let known = Set(topics.flatMap(\.names) + contents.catalog.ids)
    let uses = ColumnReference.all.flatMap(\.choices) + commands.flatMap { choices(of: $0) }
    // Of the words of tables, this one is also a value of columns.
    return topics + values(uses.filter { !known.contains($0.word) || $0.word == Verdict(.safe).cell.text })
  }

  /// Returns a topic that lists its members, followed by a topic for each of them.
  ///
  /// - Parameter explain: Returns the member's line in the list, its names, and its explanation.
  private static func group<Member>(
    _ names: [String], _ kind: String, each memberKind: String, _ members: [Member],
    _ explain: (Member) -> (line: Fact, names: [String], facts: [Fact])
  ) -> [Topic] {
    let explained = members.map(explain)
    return [Topic(names: names, kind: kind, facts: explained.map(\.line))]
      + explained.map { Topic(names: $0.names, kind: memberKind, facts: $0.facts) }
  }
}

extension Topic {
  private static var scenarios: [Topic] {
    group(["scenarios"], "what the threads of a trial do", each: "a scenario", Scenario.allCases) {
      let facts = [
        ("callers", $0.summary), ("promise", $0.promise.meaning), ("next", "\(Tool.current.name) --scenario \($0.id)"),
      ]
      return (($0.id, $0.summary), [$0.id], facts)
    }
  }

  private static var uses: [Topic] {
    group(
      ["uses", "use"], "what a program does with a singleton; each use is a column of the table",
      each: "a use, which is a column of the table", Usage.allCases
    ) { usage in
      let scenarios = Scenario.allCases.filter { $0.usage == usage }
      let ids = scenarios.map(\.id).joined(separator: ", ")
      return (
        (usage.label, "\(usage.title): \(ids)"), [usage.title, usage.label], scenarios.map { ($0.id, $0.summary) }
      )
    }
  }

  /// The figures in the table of strategies. They differ from the columns of a report that have the same names.
  private static var figures: [Topic] {
    [
      Topic(
        names: ["ns"], kind: "a figure of the table",
        facts: [
          (
            "meaning",
            AccessTiming.meaning + ". In nanoseconds. In the report: access_p50_ns, of the form plain if listings ran."
          ),
          (
            "what is in it",
            "Of a listing in plain Swift (form plain): \(AccessTiming.content(of: RowForm.plain.rawValue)). The same loop around a constant"
              + " object is access_floor_ns, which is not subtracted."
          ),
          (
            "the mechanism",
            "The harness's own form (form harness) has another figure: \(AccessTiming.content(of: RowForm.harness.rawValue)). One access may"
              + " begin before the last one has ended, so it is a rate of accesses, not the wait for one. Compare the"
              + " figures of one form only."
          ),
        ])
    ]
  }

  /// The marks next to verdicts and figures in tables, and next to steps in drawings.
  private static var marks: Topic {
    Topic(
      names: ["marks", "ok+", "stale", "->", ">>"] + Mark.allCases.map(\.rawValue),
      kind: "what a table or a drawing adds to a verdict, a figure or a step",
      facts: Mark.allCases.map { ($0.rawValue, $0.meaning) } + [
        ("->", "In a drawing: what the line above it does. One line may do several things."),
        (">>", "In a drawing: a step that the finding below is about."),
        ("stale", "In a drawing: the step reads a value although a newer one has been written, as weak memory allows."),
      ])
  }

  /// Words of the texts around tables and drawings.
  private static var terms: [Topic] {
    let facts: [Fact] = [
      ("oversubscribed", "More threads than cores, so that threads take turns, also within an accessor."),
      (
        "listing",
        "A strategy in plain Swift, as an application writes it, which 'explain STRATEGY' shows: the form plain."
      ),
      ("control", "Broken code that is raced or checked alongside. If not even that is caught, nothing follows."),
      ("counterexample", "An execution that breaks the promise. 'check' draws it, and 'replay CODE' shows it again."),
      ("load buffering", "What no check visits: \(ProofStatement.leftOut)."),
    ]
    return facts.map { Topic(names: [$0.term], kind: "a word", facts: [("meaning", $0.meaning)]) } + [
      Topic(
        names: ["promise", "promises"], kind: "what each scenario promises to its callers",
        facts: Scenario.allCases.map { ($0.id, $0.promise.meaning) }),
      Topic(
        names: ["allowed by"], kind: "the machines on which an execution is allowed, by their memory models",
        facts: MemoryModel.strongestFirst.map { ($0.rawValue, $0.machines) }),
    ]
  }

  private static var changes: [Topic] {
    group(["changes"], "what compare says about a row", each: "a verdict of compare", GroupChange.allCases) {
      (($0.rawValue, $0.meaning), [$0.rawValue], [("meaning", $0.meaning)])
    }
  }

  private static var statuses: [Topic] {
    group(["statuses"], "how the processes of a row ended", each: "a status", RowStatus.meanings) {
      (($0.word, $0.meaning), [$0.word], [("meaning", $0.meaning)])
    }
  }

  private static var verdicts: [Topic] {
    group(
      ["verdicts", "verdict"], "what trials, and the check of the harness's form, have shown",
      each: "a verdict", Verdict.Kind.allCases
    ) {
      (($0.label, $0.meaning), [$0.rawValue, $0.label, Verdict($0).cell.text], [($0.label, $0.meaning)])
    }
  }

  private static var answers: [Topic] {
    group(
      ["answers"], "what a check has found out about a strategy or a class", each: "an answer of a check",
      CheckVerdict.allCases
    ) { verdict in
      let names = ["\(verdict)"] + (verdict.rawValue == "\(verdict)" ? [] : [verdict.rawValue])
      return (("\(verdict)", verdict.meaning), names, [("meaning", verdict.meaning)])
    }
  }

  private static var defects: [Topic] {
    let columns = Set(ColumnReference.all[0].columns.map(\.term))
    return group(["defects"], "what may go wrong with a singleton", each: "a defect", Defect.allCases) { defect in
      let id = defect.rawValue.replacing(character: "_", with: "-")
      let facts = [
        ("meaning", defect.meaning), ("usual cause", defect.likelyCause), ("in the table", defect.label),
        ("in reports", defect.rawValue),
      ]
      return (
        (id, defect.meaning), [id, defect.rawValue, defect.label, defect.briefly, defect.meaning],
        facts + (columns.contains(defect.rawValue) ? [("column", defect.rawValue)] : [])
      )
    }
  }

  private static var grades: [Topic] {
    group(["grades", "grade"], "whether a row did what the catalog declares", each: "a grade", Grade.allCases) {
      let notice = $0.notice.map { [$0.lowercased()] } ?? []
      return (($0.rawValue, $0.meaning), [$0.rawValue] + notice, [("meaning", $0.meaning)])
    }
  }

  private static var models: [Topic] {
    group(["models"], "which executions are allowed", each: "a memory model", MemoryModel.strongestFirst) {
      // Where a check does not see dependencies, it does not ask what ARM allows.
      let ofClasses = [("if found in a class or a listing", $0.machinesOfCompiledCode)]
      let facts =
        [("name", $0.fullName), ("allowed by", $0.machines)]
        + ($0.machines == $0.machinesOfCompiledCode ? [] : ofClasses)
        + [("next", "check --model \($0.rawValue)")]
      return (($0.rawValue, $0.fullName), [$0.rawValue], facts)
    }
  }

  private static var exitCodes: Topic {
    Topic(
      names: ["exit-codes", "exit-code"], kind: "how the program ends",
      facts: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private static func lessons(_ contents: ToolContents) -> [Topic] {
    contents.lessons.map { lesson in
      Topic(
        names: [lesson.id], kind: "a lesson",
        facts: [("title", lesson.title), ("next", "\(Tool.current.name) learn \(lesson.id)")])
    }
  }

  /// Returns the columns of all files. A name that occurs in several files has an explanation for each.
  private static func columns(of files: [ColumnReference]) -> [Topic] {
    let all = Topic(
      names: ["columns"], kind: "the columns of reports",
      facts: files.map { ($0.id, "\($0.title): \(Tool.current.name) columns --of \($0.id)") })
    return [all]
      + files.flatMap(\.columns).map(\.term).distinct.map { name in
        Topic(
          names: [name], kind: "a column",
          facts: files.compactMap { file in
            file.columns.first { $0.term == name }.map { (file.title, $0.meaning) }
          })
      }
  }
}

// MARK: - Titles and values

extension Topic {
  /// Returns a topic for each title of a column that tables have.
  ///
  /// - Parameter known: The names of other topics. A part of a title that is one of them is left to that topic.
  private static func titles(beyond known: Set<String>) -> [Topic] {
    Table.withoutRows.flatMap(\.columns).filter { !$0.meaning.isEmpty }.distinct(by: \.title).map { column in
      let parts = column.title.split(separator: ", ").map(String.init).filter { !known.contains($0) }
      return Topic(
        names: ([column.title] + parts).distinct, kind: "a column of a table", facts: [("meaning", column.meaning)])
    }
  }

  /// Returns the words that an option of a command accepts.
  private static func choices(of command: any Command) -> [Use] {
    command.optionInfos.flatMap { option in
      (option.value?.choices ?? []).map { ($0, ("\(option.name), \(command.name)", option.meaning())) }
    }
  }

  /// Returns a topic for each value of a column or an option.
  private static func values(_ uses: [Use]) -> [Topic] {
    uses.map(\.word).distinct.map { word in
      Topic(
        names: [word], kind: "a value of a column or an option",
        facts: uses.filter { $0.word == word }.map(\.fact).distinct(by: \.term))
    }
  }
}
