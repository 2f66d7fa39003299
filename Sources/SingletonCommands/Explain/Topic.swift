import SingletonCore
import SingletonDrawings
import SingletonLessons
import SingletonMemoryModels
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// A word that the program uses, other than a strategy's id, with its explanation.
struct Topic {
  /// The names on the command line; the first one is listed.
  let names: [String]
  /// What the word is, such as `a scenario`.
  let kind: String
  /// The explanation, as terms with their meanings.
  let facts: [(term: String, meaning: String)]
  /// Groups of terms below the explanation.
  var blocks: [Block] = []
  /// The explanation as a page of the documentation, or `nil` if it has none.
  var page: String?

  struct Block {
    let title: String
    let facts: [(term: String, meaning: String)]
  }

  func text(width: Int) -> String {
    "\(names[0]): \(kind)\n\n" + TextLayout.definitions(facts, width: width, widestTerm: 32)
      + blocks.map { "\n  \($0.title)\n" + TextLayout.definitions($0.facts, width: width, indent: 4) }.joined()
  }

  /// Every topic. A group, such as `verdicts`, precedes its members.
  static func all(_ course: Course, _ catalog: Catalog) -> [Topic] {
    scenarios + uses + figures + [marks] + verdicts + defects + grades + statuses + models + [exitCodes]
      + idioms(of: catalog)
      + sources(catalog, course)
      + lessons(course)
      + columns
  }
}

extension Topic {
  private static var scenarios: [Topic] {
    let members = Scenario.allCases.map { scenario in
      Topic(
        names: [scenario.id], kind: "a scenario",
        facts: [
          ("callers", scenario.summary), ("promise", scenario.promise.words),
          ("next", "\(Tool.current.name) --scenario \(scenario.id)"),
        ])
    }
    return [
      Topic(
        names: ["scenarios"], kind: "what the threads of a trial do",
        facts: Scenario.allCases.map { ($0.id, $0.summary) })
    ] + members
  }

  private static var uses: [Topic] {
    let members = Usage.allCases.map { usage in
      Topic(
        names: [usage.title, usage.label], kind: "a use, which is a column of the table",
        facts: Scenario.allCases.filter { $0.usage == usage }.map { ($0.id, $0.summary) })
    }
    return [
      Topic(
        names: ["uses", "use"], kind: "what a program does with a singleton; each use is a column of the table",
        facts: Usage.allCases.map { usage in
          let scenarios = Scenario.allCases.filter { $0.usage == usage }.map(\.id)
          return (usage.label, "\(usage.title): \(scenarios.joined(separator: ", "))")
        })
    ] + members
  }

  /// The figures of the table of strategies, which are not columns of the report under the same name.
  private static var figures: [Topic] {
    [
      Topic(
        names: ["ns"], kind: "a figure of the table",
        facts: [
          (
            "meaning",
            AccessTiming.meaning + ". In nanoseconds; the median over the rows in which each caller asks once, or else"
              + " those of the first use that was tried. In the report: access_p50_ns."
          ),
          (
            "what is in it",
            "The accessor alone, inlined into a loop that takes the result and drops it, so that one access may begin before"
              + " the last one has ended: it is a rate of accesses, not the wait for one. An instance is a slot of the"
              + " harness that is neither retained nor released, except where counting references is the mechanism itself:"
              + " in lazy-var, arc-*, and the weak forms. static-let is a call, as from another file; an actor's access"
              + " is a task that is awaited. An application adds its own calls and reference counting, so compare"
              + " the figures of strategies of one kind only."
          ),
        ]),
      Topic(
        names: ["violating"], kind: "a figure of the table",
        facts: [
          (
            "meaning",
            "The share of the trials that broke the promise, of those in which each caller asks once. In the report:"
              + " violating_trials."
          )
        ]),
    ]
  }

  /// What a table adds to its verdicts and figures.
  private static var marks: Topic {
    Topic(
      names: ["marks", "+", "ok+", "~", "."], kind: "what a table adds to a verdict or a figure",
      facts: [
        (
          "+",
          "No promise is broken, but something else was seen, which the line below the table names: the initializer ran"
            + " more than once, or an access was refused with an error."
        ),
        (
          "~",
          "A time of more than ten times its fastest batch, so it says little: something else was measured, such as"
            + " threads that wait for a core."
        ), (".", "No row tried that."),
      ])
  }

  private static var statuses: [Topic] {
    let members = RowStatus.meanings.map { Topic(names: [$0.word], kind: "a status", facts: [("meaning", $0.meaning)]) }
    return [
      Topic(
        names: ["statuses"], kind: "how the processes of a row ended",
        facts: RowStatus.meanings.map { ($0.word, $0.meaning) })
    ] + members
  }

  private static var verdicts: [Topic] {
    let members = Verdict.Kind.allCases.map { kind in
      Topic(
        names: [kind.rawValue, kind.label, Verdict(kind).cell.text], kind: "a verdict",
        facts: [(kind.label, kind.meaning)])
    }
    return [
      Topic(
        names: ["verdicts", "verdict"], kind: "whether a strategy is safe, as far as the run and the checker can tell",
        facts: Verdict.Kind.allCases.map { ($0.label, $0.meaning) })
    ] + members
  }

  private static var defects: [Topic] {
    let members = Defect.allCases.map { defect in
      let column = ColumnReference.all[0].names.contains(defect.rawValue) ? defect.rawValue : nil
      return Topic(
        names: [defect.rawValue.replacing(character: "_", with: "-"), defect.rawValue, defect.label, defect.briefly],
        kind: "a defect",
        facts: [
          ("meaning", defect.meaning), ("usual cause", defect.likelyCause), ("in the table", defect.label),
          ("in reports", defect.rawValue),
        ] + (column.map { [("column", $0)] } ?? []))
    }
    return [
      Topic(
        names: ["defects"], kind: "what may go wrong with a singleton",
        facts: Defect.allCases.map { ($0.rawValue.replacing(character: "_", with: "-"), $0.meaning) })
    ] + members
  }

  private static var grades: [Topic] {
    let members = Grade.allCases.map { Topic(names: [$0.rawValue], kind: "a grade", facts: [("meaning", $0.meaning)]) }
    return [
      Topic(
        names: ["grades", "grade"], kind: "whether a row did what the catalog declares",
        facts: Grade.allCases.map { ($0.rawValue, $0.meaning) })
    ] + members
  }

  private static var models: [Topic] {
    let members = MemoryModel.strongestFirst.map { model in
      Topic(
        names: [model.rawValue], kind: "a memory model",
        facts: [("name", model.fullName), ("seen by", model.machines), ("next", "check --model \(model.rawValue)")])
    }
    return [
      Topic(
        names: ["models"], kind: "which executions are allowed",
        facts: MemoryModel.strongestFirst.map { ($0.rawValue, $0.fullName) })
    ] + members
  }

  private static var exitCodes: Topic {
    Topic(
      names: ["exit-codes", "exit-code"], kind: "how the program ends",
      facts: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private static func sources(_ catalog: Catalog, _ course: Course) -> [Topic] {
    let references = DocumentReference.all(in: catalog, course)
    guard !references.isEmpty else { return [] }
    let members = references.map {
      Topic(
        names: [$0.document.name], kind: "a document that strategies cite",
        facts: [("subject", $0.document.subject), ("origin", $0.document.origin)], blocks: $0.blocks)
    }
    return [
      Topic(
        names: ["sources"], kind: "the documents that strategies cite, and what comes out here",
        facts: references.map { ($0.document.name, "\($0.document.subject) (\($0.document.origin))") },
        blocks: references.flatMap(\.blocks), page: references.map(\.page).joined(separator: "\n"))
    ] + members
  }

  private static func lessons(_ course: Course) -> [Topic] {
    course.lessons.map { lesson in
      Topic(
        names: [lesson.id], kind: "a lesson",
        facts: [("title", lesson.title), ("next", "\(Tool.current.name) learn \(lesson.id)")])
    }
  }

  /// The columns of all files. A name that several files have is explained once for each.
  private static var columns: [Topic] {
    let names = ColumnReference.all.flatMap(\.names).distinct
    return [
      Topic(
        names: ["columns"], kind: "the columns of reports",
        facts: ColumnReference.all.map { ($0.id, "\($0.title): \(Tool.current.name) columns --of \($0.id)") })
    ]
      + names.map { name in
        Topic(
          names: [name], kind: "a column",
          facts: ColumnReference.all.compactMap { file in file.meaning(of: name).map { (file.title, $0) } })
      }
  }
}
