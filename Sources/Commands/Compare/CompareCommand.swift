import ArgumentParsing
import Comparison
import Core
import Platform
import TextFormats

/// `compare`: better, same, worse, not comparable.
struct CompareCommand: Command {
  let name = "compare"
  let abstract = "hold a report against an older one, and say what got worse"
  let discussion = [
    "Correctness is compared always: a promise newly broken, or a worse end, is a regression (exit code 2). How often"
      + " racy code misbehaves is shown with its 95% interval and never judged.",
    "Times are judged only with --gate-time or --gate-file, and only between reports of one machine and build. A row is"
      + " slower where a rank sum test over its replicates says so (0.05, adjusted for the number of rows), its ratio is"
      + " above the gate with 95% confidence, and the difference is more than a clock can tell. All of that must hold of"
      + " the times as measured, and of the times over their file's floor (the same loop without the strategy), so that a"
      + " slower hour of the machine is excused.",
    "Several files a side are read as one report: --old a.csv --old b.csv --new c.csv.",
  ]
  let examples = [
    Example("compare baseline.csv singleton-bench.csv", "has anything got worse"),
    Example("compare base.csv head.csv --gate-time 25", "and is an access slower by more than a quarter"),
    Example("compare old.csv new.csv --lenient --summary summary.md", "rows may be missing; Markdown for a CI step"),
  ]
  let defaults = CompareRequest()

  var argument: Argument<CompareRequest>? {
    Argument(.report("OLD.csv NEW.csv"), count: 0...2, appendsTo: \.arguments)
  }

  var options: [Option<CompareRequest>] {
    [
      Option("--old", .report("FILE"), appendsTo: \.old, "a report of the old side"),
      Option("--new", .report("FILE"), appendsTo: \.new, "a report of the new side"),
      Option(
        "--gate-time", .percent, sets: \.gateTime, "a row is slower above so many percent; 25 suits shared runners",
        default: "times are not judged"),
      Option("--gate-file", .report("FILE"), sets: \.gateFile, "each row's own gate, as calibrate writes them"),
      Option(flag: "--lenient", sets: \.isLenient, "forgive rows that one side lacks"),
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "what standard output gets: table, csv, json, markdown",
        default: defaults.format.rawValue),
      .summary(sets: \.summary),
      .junit(sets: \.junit),
      .color(sets: \.color),
    ]
  }

  func run(_ request: CompareRequest, in invocation: Invocation) throws -> ExitCode {
    let (old, new) = try request.sides()
    let output = try ComparisonOutput(request, console: invocation.console)
    let sides = try ComparedReport.read([old, new])
    let comparison = ReportComparison(
      old: sides[0], new: sides[1], gate: try request.gate(), isLenient: request.isLenient)
    try output.write(comparison)
    return ExitCode.worst(of: comparison.findings.map(ExitCode.init))
  }
}

/// What the arguments of `compare` ask for.
struct CompareRequest {
  var arguments: [String] = []
  var old: [String] = []
  var new: [String] = []
  var gateTime: Double?
  var gateFile: String?
  var isLenient = false
  var format = DataFormat.table
  var summary: String?
  var junit: String?
  var color = When.auto

  /// The files of both sides.
  func sides() throws -> (old: [String], new: [String]) {
    let inputs = Set(arguments + old + new).sorted().map { (option: "a report to read", path: Optional($0)) }
    try requireDifferentFiles(inputs + [("--summary", summary), ("--junit", junit)])
    if gateTime != nil && gateFile != nil {
      throw CommandError.usage("--gate-time and --gate-file are both given", expected: "one of them")
    }
    if arguments.isEmpty && !old.isEmpty && !new.isEmpty { return (old, new) }
    guard arguments.count == 2, old.isEmpty, new.isEmpty else {
      let given = arguments.count == 1 ? "one file, \(arguments[0].quoted)" : "no two sides"
      throw CommandError.usage(
        "compare: \(arguments.count == 2 ? "two files, and --old or --new besides" : given)",
        expected: "OLD.csv NEW.csv, or at least one --old FILE and one --new FILE")
    }
    return ([arguments[0]], [arguments[1]])
  }

  func gate() throws -> TimeGate? {
    if let gateTime { return .percent(gateTime) }
    return try gateFile.map { .calibrated(try GateFile(path: $0)) }
  }
}

extension ExitCode {
  init(_ finding: ComparisonVerdict) {
    self =
      switch finding {
      case .worse: .regression
      case .notComparable: .notComparable
      case .tooWeak: .tooWeak
      case .better, .same: .passed
      }
  }
}

extension ArgumentValue<String> {
  static func report(_ placeholder: String) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: placeholder, expected: "a report that singleton-bench wrote", completion: .file),
      parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }
}

extension ArgumentValue<Double> {
  static var percent: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "PERCENT", expected: "a number above 0, such as 25"),
      parse: { text in
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(digits).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
      }, format: { "\($0)" })
  }
}
