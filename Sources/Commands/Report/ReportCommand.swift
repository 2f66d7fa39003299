import ArgumentParsing
import Comparison
import Platform
import Reports

/// `report`: a page of what a run found.
struct ReportCommand: Command {
  struct Settings {
    var reports: [String] = []
    var html: String?
    var check: String?
  }

  let name = "report"
  let abstract = "make a page with charts of a report, or of an old and a new one"
  let discussion = [
    "One file for a browser: it needs no network, no script and no other file, and it prints. The verdict comes first, then"
      + " the strategies and scenarios, what accesses cost, how often it goes wrong, the machine and the seed.",
    "Two files are the old report and the new one, and stand beside each other. More than two are the shards of one run;"
      + " two shards are joined by merge first.",
    "The exit code says whether the page was made, not what it shows: 0 whatever the grades are.",
  ]
  let examples = [
    Example("report singleton-bench.csv --html report.html", "a page of one run"),
    Example("report old.csv new.csv --html report.html", "the same with old beside new"),
    Example("report run.csv --check check.json --html -", "with what 'check --format json' wrote"),
  ]
  let defaults = Settings()

  var argument: Argument<Settings>? { Argument(.report("FILE.csv"), count: 1...Int.max, appendsTo: \.reports) }

  var options: [Option<Settings>] {
    [
      Option(
        "--html", .path("a file to write, or - for standard output"), sets: \.html, "the page; - = standard output"),
      Option(
        "--check", .report("FILE"), sets: \.check,
        "results of 'check --format json', or csv, which has no steps of counterexamples", default: "none"),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let path = settings.html else {
      throw CommandError.usage("report: --html is missing", expected: "--html PATH, or --html - for standard output")
    }
    guard !(settings.reports + [settings.check]).contains(path) || path == "-" else {
      throw CommandError.usage(
        "report: --html names a file that is to be read, \(path.quoted)", expected: "another file")
    }
    let console = invocation.console
    if path == "-" { try console.output.requireWritable() }
    let target = path == "-" ? nil : try ResultFile(path: path, .page)
    let sides = try sides(of: settings.reports, order: invocation.catalog.ids)
    let results = try settings.check.map { try CheckReader.rows(path: $0) }
    let page = Page(sides, check: results).text
    if let target { try target.write(page) } else { try console.output.write(page) }
    return .passed
  }

  private func sides(of paths: [String], order: [String]) throws -> [PageReport] {
    guard paths.count == 2 else { return [try side("", paths, order)] }
    return [try side("old", [paths[0]], order), try side("new", [paths[1]], order)]
  }

  private func side(_ name: String, _ paths: [String], _ order: [String]) throws -> PageReport {
    let joined = try JoinedReport(paths, strategies: order)
    return PageReport(name: name, rows: joined.rows, notes: joined.notes)
  }
}
