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

  struct Block {
    let title: String
    let facts: [Fact]
  }

  func text(width: Int) -> String {
    "\(names[0]): \(kind)\n\n" + TextLayout.definitions(facts, width: width, widestTerm: 32)
      + blocks.map { "\n  \($0.title)\n" + TextLayout.definitions($0.facts, width: width, indent: 4) }.joined()
  }

  /// Returns all topics. The topic of a group, such as `verdicts`, comes before the topics of its members.
  static func all(in contents: ToolContents) -> [Topic] {
    scenarios + uses + figures + [marks] + verdicts + answers + defects + grades + statuses + models + [exitCodes]
      + idioms(of: contents.catalog) + sources(contents) + lessons(contents) + columns(of: contents.files)
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
          (
            "all cores",
            "all_cores_access_p50_ns is the same while all cores access, each with one thread. More threads than cores would"
              + " only take turns, so they are not timed."
          ),
        ]),
      Topic(
        names: ["violating"], kind: "a figure of the table",
        facts: [
          (
            "meaning",
            "The share of trials that broke the promise, among those in which each caller asks once. In the report:"
              + " violating_trials."
          ),
          (
            "what it depends on",
            "How many threads can meet in the initializer. A run with several costs, such as --threads 64"
              + " --initializer-cost 0,yield,sleep:1ms, has a table of the share with each of them."
          ),
        ]),
    ]
  }

  /// The marks next to verdicts and figures in tables.
  private static var marks: Topic {
    Topic(
      names: ["marks", "+", "ok+", "#", "~", ".", "stale"], kind: "what a table adds to a verdict or a figure",
      facts: [
        (
          "+",
          "No promise is broken, but something else was seen, which the line below the table names: the initializer ran"
            + " more than once, or an access was refused with an error."
        ),
        (
          "~",
          "The machine was slower while this was timed than during other rows of the report: the empty loop took more than"
            + " 1.1 times its shortest time. Compare it with no other time. A machine that is slow all the time has no mark."
        ),
        ("#", "The proof has a condition: \(CheckRow.ifNoTimeout)."), (".", "No row tried that."),
        ("stale", "In a drawing: the step reads a value although a newer one has been written, as weak memory allows."),
      ])
  }

  private static var statuses: [Topic] {
    group(["statuses"], "how the processes of a row ended", each: "a status", RowStatus.meanings) {
      (($0.word, $0.meaning), [$0.word], [("meaning", $0.meaning)])
    }
  }

  private static var verdicts: [Topic] {
    group(
      ["verdicts", "verdict"], "whether a strategy is safe, as far as the run and the checker can tell",
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
    let columns = Set(ColumnReference.own[0].columns.map(\.term))
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
      (($0.rawValue, $0.meaning), [$0.rawValue], [("meaning", $0.meaning)])
    }
  }

  private static var models: [Topic] {
    group(["models"], "which executions are allowed", each: "a memory model", MemoryModel.strongestFirst) {
      // Where a check does not see dependencies, it does not ask what ARM allows.
      let ofClasses = [("if found in a class or a listing", $0.machinesOfCompiledCode)]
      let facts =
        [("name", $0.fullName), ("can be seen by", $0.machines)]
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

// MARK: - Idioms

extension Topic {
  static func idioms(of catalog: Catalog) -> [Topic] {
    let infos = catalog.entries.map(\.info)
    let names = infos.flatMap(\.alsoKnownAs).distinct
    guard !names.isEmpty || !catalog.idioms.isEmpty else { return [] }
    let group = Topic(
      names: ["idioms", "idiom"], kind: "what singletons are called elsewhere, and the strategies",
      facts: names.map { name in
        (name, infos.filter { $0.isAlsoKnown(as: Phrase(name)) }.map(\.id).joined(separator: ", "))
      },
      blocks: catalog.idioms.map { idiom in
        Block(title: idiom.names[0], facts: remark(on: idiom) + nearest(to: idiom))
      })
    return [group] + catalog.idioms.map { topic(of: $0, in: catalog) }
  }

  /// Returns the other names of an idiom, and the reason why no strategy has its name.
  private static func remark(on idiom: Idiom) -> [Fact] {
    let others = idiom.names.dropFirst().joined(separator: ", ")
    return (others.isEmpty ? [] : [("also", others)]) + [("remark", idiom.remark)]
  }

  private static func nearest(to idiom: Idiom) -> [Fact] {
    idiom.nearest.isEmpty ? [] : [("nearest", idiom.nearest.joined(separator: ", "))]
  }

  private static func topic(of idiom: Idiom, in catalog: Catalog) -> Topic {
    let nearest = idiom.nearest.compactMap { catalog.entry($0)?.info }
    return Topic(
      names: idiom.names, kind: "a form that is not a strategy",
      facts: remark(on: idiom), blocks: nearest.isEmpty ? [] : [Block(title: "nearest", facts: lines(nearest))])
  }

  /// Returns a topic that lists the strategies with this name, each with the command that explains it.
  static func namesakes(_ name: String, _ infos: [StrategyInfo]) -> Topic {
    Topic(
      names: [name], kind: infos.count > 1 ? "a name of \(infos.count) strategies" : "also a name of a strategy",
      facts: lines(infos))
  }

  private static func lines(_ infos: [StrategyInfo]) -> [Fact] {
    infos.map { ($0.id, "\($0.idea): explain \($0.id)") }
  }
}
