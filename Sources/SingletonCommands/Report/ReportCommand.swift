import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports

/// The `report` command, which makes an HTML page from reports.
struct ReportCommand: Command {
  struct Settings {
    var reports: [String] = []
    var html: String?
    var check: String?
  }

  let name = "report"
  let abstract = "make an HTML page with charts from a report, or from an old and a new one"
  let discussion = [
    "The page is one file that needs no network and no other files, and can be printed. It shows which strategies are safe"
      + " first, then what an access costs, the scenarios, how often it goes wrong, the machine and the seed. With --check,"
      + " it says what is proved, and shows each counterexample step by step.",
    "Two files are an old and a new report, which are shown side by side. More than two files are the shards of one run;"
      + " join two shards with 'merge' first.",
    "The exit code is 0 if the page was made, whatever the grades in it are.",
  ]
  let examples = [
    Example("report \(Tool.current.name).csv --html report.html", "a page of one run"),
    Example("report old.csv new.csv --html report.html", "a page with old and new side by side"),
    Example("report run.csv --check check.json --html -", "a page that includes the results of 'check --format json'"),
  ]
  let defaults = Settings()

  var argument: Argument<Settings>? { Argument(.report, count: 1...Int.max, appendsTo: \.reports) }

  var options: [Option<Settings>] {
    [
      Option(
        "--html", .path("a file to write, or - for standard output"), sets: \.html,
        "write the page; - is standard output"),
      Option(
        "--check", .input("FILE", "a file written by 'check'"), sets: \.check,
        "include the results of 'check --format json', or of csv, which lacks the steps of counterexamples",
        default: "none"),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let path = settings.html else {
      throw CommandError.usage("report: --html is missing", expected: "--html PATH, or --html - for standard output")
    }
    let inputs = settings.reports + [settings.check].compactMap(\.self)
    try requireOneStandardInput(among: inputs)
    try requireNoInput(path, option: "--html", among: inputs)
    let console = invocation.console
    if path == "-" { try console.output.requireWritable() }
    let target = path == "-" ? nil : try ResultFile(path: path, .page)
    let sides = try sides(of: settings.reports, order: invocation.catalog.ids)
    let results = try settings.check.map { try CheckReader.rows(path: $0) }
    let page = Page(sides, check: results, listings: invocation.catalog.listings(of:)).text
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
