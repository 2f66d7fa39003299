import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonTextFormats

struct CompareCommand: Command {
  let name = "compare"
  let abstract = "compare a report with an older one and list the regressions"
  let discussion = [
    "Correctness is always compared: a newly broken promise, or a new crash or hang of a broken row, is a regression"
      + " (exit code 2). The rate of a known defect is shown as the median over the replicates, with its 95% confidence"
      + " interval if there are six or more, but it is never judged.",
    "A row that only the new side has is new, which is not a fault unless it breaks a promise. A row that only the old"
      + " side has is missing (exit code 5, or see --allow-missing).",
    "Counts of instructions are compared exactly, wherever both sides have them: an access with more instructions, atomic"
      + " ones, calls or system calls than before is a regression, and one with fewer is better. They are judged only"
      + " between reports of the same compiler, C library and processor features; one replicate is enough. A count that"
      + " varies from process to process is not judged, and its range is shown.",
    "Times are judged only with --gate-time, and only between reports of the same machine and build. A row is slower if"
      + " the ratio of its medians is above the gate, their 95% intervals do not overlap, and the difference is larger than"
      + " the clock can resolve, in nanoseconds as well as in multiples of the same loop without the strategy. That needs"
      + " six replicates per side; if no row can be judged, the exit code is 5.",
    "Several files per side are read as one report: --old a.csv --old b.csv --new c.csv.",
  ]
  let examples = [
    Example("compare baseline.csv \(Tool.current.name).csv", "regressions of correctness"),
    Example("compare base.csv head.csv --gate-time 25", "also accesses that are more than 25% slower"),
    Example(
      "compare old.csv new.csv --allow-missing --summary summary.md", "rows may be missing; Markdown for a CI step"),
  ]
  let defaults = CompareRequest()

  var argument: Argument<CompareRequest>? {
    Argument(.input("OLD.csv NEW.csv", "reports written by \(Tool.current.name)"), count: 0...2, appendsTo: \.arguments)
  }

  var options: [Option<CompareRequest>] {
    [
      Option("--old", .report, appendsTo: \.old, "a report of the old side"),
      Option("--new", .report, appendsTo: \.new, "a report of the new side"),
      Option(
        "--gate-instructions", .percentOrZero, sets: \.gateInstructions,
        "judge counts of instructions: a row is worse if one has grown by more than this percentage", default: "0"),
      Option(
        "--gate-time", .percent, sets: \.gateTime,
        "judge times: a row is slower above this percentage; 25 suits shared runners", default: "times are not judged"),
      Option(flag: "--forbid-new", sets: \.forbidsNew, "exit code 5 if only the new side has a row"),
      Option(flag: "--allow-missing", sets: \.allowsMissing, "accept rows that the new side lacks or did not run"),
      Option(flag: "--all", sets: \.showsAll, "list rows without a change, too, instead of only counting them"),
      .format(sets: \.format),
      .summary(sets: \.summary),
      .junit(sets: \.junit),
      .force(sets: \.force),
      .annotate(sets: \.annotates),
      .color(sets: \.color),
    ]
  }

  func run(_ request: CompareRequest, in invocation: Invocation) throws -> ExitCode {
    let (old, new) = try request.sides()
    // Outputs are opened before anything is read, so that one that cannot be written ends the program with exit code
    // 73.
    let console = invocation.console
    try console.output.requireWritable()
    let summary = try request.summary.map { try ResultFile(path: $0, .summary, force: request.force) }
    let junit = try request.junit.map { try ResultFile(path: $0, .junit, force: request.force) }
    let comparison = ReportComparison(old: try ComparedReport(old), new: try ComparedReport(new), request.demands)
    try summary?.write(Self.summary(of: comparison))
    try junit?.write(JUnit(comparison: comparison.rows).text)
    try console.output.write(text(of: comparison, request, console))
    if request.annotates { console.printMessage(Annotations.text(comparison: comparison.rows)) }
    if request.format != .table {
      for note in comparison.notes { console.printFolded("note: \(note)\n") }
    }
    let codes = comparison.findings.map(ExitCode.init) + (comparison.judgedNone ? [.notComparable] : [])
    return ExitCode.worst(of: codes)
  }

  private func text(of comparison: ReportComparison, _ request: CompareRequest, _ console: Console) -> String {
    let table = ComparisonTable(comparison.rows, notes: comparison.notes, showsAll: request.showsAll)
    let width = console.output.columns
    return switch request.format {
    case .table:
      table.text(width: width, color: request.color.wantsColor(on: console.output, in: console))
        + TextLayout.paragraph(ComparisonTable.summary(comparison.rows), width: width)
    case .csv: CSV.text(of: comparison.rows, ComparisonColumns.all)
    case .json: JSON.comparison(of: comparison.rows, notes: comparison.notes).text
    case .markdown: table.markdown
    }
  }

  private static func summary(of comparison: ReportComparison) -> String {
    "## \(Tool.current.name) compare\n\n" + Markdown.escaped(ComparisonTable.summary(comparison.rows)) + "\n\n"
      + ComparisonTable(comparison.rows, notes: comparison.notes).markdown
  }
}

struct CompareRequest {
  var arguments: [String] = []
  var old: [String] = []
  var new: [String] = []
  var gateInstructions = 0.0
  var gateTime: Double?
  var forbidsNew = false
  var allowsMissing = false
  var showsAll = false
  var format = DataFormat.table
  var summary: String?
  var junit: String?
  var force = false
  var annotates = false
  var color = When.auto

  func sides() throws -> (old: [String], new: [String]) {
    let inputs = arguments + old + new
    try requireOneStandardInput(among: inputs)
    try requireDifferentFiles([("--summary", summary), ("--junit", junit)], inputs: inputs)
    if arguments.isEmpty && !old.isEmpty && !new.isEmpty { return (old, new) }
    guard arguments.count == 2, old.isEmpty, new.isEmpty else {
      let given = arguments.count == 1 ? "only one file is given, \(arguments[0].quoted)" : "a side is missing"
      throw CommandError.usage(
        "compare: \(arguments.count == 2 ? "two files and --old or --new are both given" : given)",
        expected: "OLD.csv NEW.csv, or at least one --old FILE and one --new FILE")
    }
    return ([arguments[0]], [arguments[1]])
  }

  var demands: ComparisonDemands {
    var demands = ComparisonDemands()
    demands.gate = gateTime
    demands.instructionGate = gateInstructions
    demands.allowsNew = !forbidsNew
    demands.allowsMissing = allowsMissing
    return demands
  }
}

extension ExitCode {
  fileprivate init(_ finding: GroupChange) {
    self =
      switch finding {
      case .worse: .regression
      case .missing, .new: .notComparable
      case .tooWeak: .tooWeak
      case .notJudged, .better, .same, .sameOutcomes: .passed
      }
  }
}

extension ArgumentValue<Double> {
  static var percent: ArgumentValue { percentage(expected: "a number above 0, such as 25") { $0 > 0 } }
  static var percentOrZero: ArgumentValue { percentage(expected: "a number, 0 or more, such as 2") { $0 >= 0 } }

  private static func percentage(expected: String, accepts: @escaping @Sendable (Double) -> Bool) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "PERCENT", expected: expected),
      parse: { text in
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(digits).flatMap { $0.isFinite && accepts($0) ? $0 : nil }
      }, format: { "\($0)" })
  }
}
