import SingletonCore
import SingletonDrawings
import SingletonReports
import SingletonTextFormats

struct MachineFacts {
  let reports: [PageReport]

  /// The facts about a machine and a run that a page shows. If a fact differs between rows, all of its values are
  /// shown.
  private static let shown = [
    "cpu_model", "cores", "arch", "os", "swift_version", "build", "sanitizer", "fingerprint", "seed", "engine",
    "initializer_cost", "run_id", "started_utc", "commit", "tool_version",
  ]

  var markup: [Markup] {
    let rows = Self.shown.compactMap { name in StressColumns.all.first { $0.name == name } }.map { column in
      [column.name.replacing(character: "_", with: " ")] + reports.map { Self.fact(column, in: $0) }
    }
    return [
      Table(
        "Machine, build, run and seed", titles: ["fact"] + reports.map { $0.name.isEmpty ? "value" : $0.name },
        rows: rows
      ).markup
    ]
  }

  private static func fact(_ column: Column<StressRow>, in report: PageReport) -> String {
    let values = Set(report.rows.map { column.value(of: $0).spelling }).sorted()
    if values.count > 4 { return "\(values.count) different ones" }
    if values != [""] { return values.joined(separator: " | ") }
    return column.name == "sanitizer" ? "none" : "unknown"
  }
}

struct Limitations {
  let reports: [PageReport]
  let results: [CheckRow]?

  var part: PageDocument.Part {
    let sentences = (reports.isEmpty ? [] : ofStress + ofTimes) + ofCheck
    return PageDocument.Part(
      id: "limits", title: "What this cannot see",
      content: [.element("ul", [:], sentences.map { .element("li", text: $0) })])
  }

  private var hosts: [HostInfo] { reports.flatMap { $0.rows.map(\.host) } }

  private var ofStress: [String] {
    let cores = hosts.map(\.cores).filter { $0 > 0 }.min()
    return [
      "A stress test shows what happened on this machine. If nothing happened, that does not prove that nothing can.",
      hosts.contains { $0.arch == "x86_64" }
        ? "x86-64 lets other cores see one core's stores in order, and so hides what weaker memory shows. What is said of ARM"
          + " is what an approximation of ARMv8's memory model allows; no ARM processor showed it here." : nil,
      cores.map {
        "With \(HumanFormat.counted($0, "core")) at most \(HumanFormat.counted($0, "thread")) \($0 == 1 ? "runs" : "run") at one"
          + " instant; others may be preempted inside an accessor."
      },
      "A rate says how often racy code was caught here. Another machine, load or compiler would have another rate.",
    ].compactMap(\.self)
  }

  private var ofTimes: [String] {
    let isDebug = hosts.contains { $0.build == "debug" }
    let isWatched = hosts.contains { !$0.sanitizer.isEmpty }
    return [
      "Times are from one machine and one build; another fingerprint means another machine or build.",
      isDebug ? "A debug build: times and rates are those of unoptimized code." : nil,
      isWatched ? "A sanitizer was on: times and rates are mostly its own." : nil,
    ].compactMap(\.self)
  }

  /// The limitations of proofs on a page without results of `check`. Such a page can contain proofs, because a run asks
  /// the checker for verdicts.
  private var ofRunsOwnCheck: [String] {
    let kinds = Set(reports.flatMap { $0.rows.map(\.verdict.kind) })
    guard kinds.contains(where: { $0.isProved || $0 == .refuted }) else {
      return [
        "Nothing here is proved: the run did not ask the checker, and no result of check was given (--check FILE)."
      ]
    }
    let origin =
      "What is model-checked, and what is refuted, comes from the check of the harness's form that the run made itself,"
      + " \(Verdict.proofScope); report --check FILE adds what check has found, with its executions."
    return [origin] + (kinds.contains(where: \.isProved) ? ProofStatement.paragraphs(models: [.rc11]) : [])
  }

  private var ofCheck: [String] {
    guard let results else { return ofRunsOwnCheck }
    return ProofStatement.paragraphs(of: results)
  }
}
