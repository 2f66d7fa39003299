import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonTextFormats

struct MergeCommand: Command {
  struct Settings {
    var reports: [String] = []
    var csv: String?
    var force = false
    var format = ReportFormat.table
    var color = When.auto
  }

  let name = "merge"
  let abstract = "join the shards of one run into one report"
  let discussion = [
    "Each row of the plan must be in exactly one report: a shard that is missing, occurs twice, or belongs to"
      + " another plan is an error. The exit code is that of the whole run: a defect is reproduced if one shard"
      + " reproduced it."
  ]
  let examples = [
    Example("merge shard-*.csv --csv \(Tool.current.name).csv", "one report from several shards"),
    Example("merge shard-*.csv --csv - | head -1", "the report on standard output"),
  ]
  let defaults = Settings()

  var argument: Argument<Settings>? { Argument(.report, count: 1...Int.max, appendsTo: \.reports) }

  var options: [Option<Settings>] {
    [
      Option(
        "--csv", .path("a file to write, or - for standard output"), sets: \.csv,
        "write the joined report; with -, it goes to standard output and the table to standard error"),
      .force(sets: \.force),
      .reportFormat(sets: \.format),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let path = settings.csv else {
      throw CommandError.usage("merge: --csv is missing", expected: "--csv PATH, or --csv - for standard output")
    }
    try settings.format.check(withReportAt: path)
    try requireOneStandardInput(among: settings.reports)
    try requireDifferentFiles([("--csv", path)], inputs: settings.reports)
    let console = invocation.console
    try console.output.requireWritable()
    let target = path == "-" ? nil : try ResultFile(path: path, .report, force: settings.force)
    let joined = try JoinedReport(settings.reports, strategies: invocation.catalog.ids, wholePlan: true)
    for note in joined.notes { console.printFolded("note: \(note)\n") }
    let report = CSV.report(of: joined.rows)
    let output = target == nil ? console.messages : console.output
    let text = settings.format.text(
      of: joined.rows, width: output.columns, color: settings.color.wantsColor(on: output, in: console))
    if let target {
      try target.write(report)
      try console.output.write(text)
    } else {
      try console.output.write(report)
      if settings.format.isForPersons { console.printMessage(text) }
    }
    return ExitCode(RunGrade(of: joined.rows))
  }
}
