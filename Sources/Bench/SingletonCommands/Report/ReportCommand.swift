import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonStrategyKit
import SingletonTextFormats

struct ReportCommand: Command {
  struct Settings {
    var reports: [String] = []
    var html: String?
    var check: String?
    var force = false
  }

  let name = "report"
  let abstract = "make an HTML page with charts from a report, or from an old and a new one"
  let discussion = [
    "The page is one file that needs no network and no other files, and can be printed. It shows what was seen"
      + " of each strategy first, then the cost of an access, the scenarios, the rates of defects, the machine and the"
      + " seed. With --check, it shows what is proved, and each counterexample step by step.",
    "Two files are an old and a new report, and are shown side by side.",
    "The exit code is 0 if the page was made, even if rows in it failed.",
  ]
  let examples = [
    Example("report \(Tool.current.name).csv --html report.html", "a page of one run"),
    Example("report old.csv new.csv --html report.html", "a page with old and new side by side"),
    Example("report run.csv --check check.json --html -", "a page that includes the results of 'check --format json'"),
  ]
  let defaults = Settings()

  var argument: Argument<Settings>? { Argument(.report, count: 1...2, appendsTo: \.reports) }

  var options: [Option<Settings>] {
    [
      Option(
        "--html", .path("a file to write, or - for standard output"), sets: \.html,
        "write the page; - means standard output"),
      Option(
        "--check", .input("FILE", "a file written by 'check'"), sets: \.check,
        "include the results of 'check --format json', or of csv, which lacks the steps of counterexamples",
        default: "none"),
      .force(sets: \.force),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let path = settings.html else {
      throw CommandError.usage("report: --html is missing", expected: "--html PATH, or --html - for standard output")
    }
    let inputs = settings.reports + [settings.check].compactMap(\.self)
    try requireOneStandardInput(among: inputs)
    try requireDifferentFiles([("--html", path)], inputs: inputs)
    let console = invocation.console
    if path == "-" { try console.output.requireWritable() }
    let target = path == "-" ? nil : try ResultFile(path: path, .page, force: settings.force)
    let page = try page(settings, in: invocation.catalog)
    if let target { try target.write(page) } else { try console.output.write(page) }
    return .passed
  }

  private func page(_ settings: Settings, in catalog: Catalog) throws -> String {
    let names = settings.reports.count == 2 ? ["old", "new"] : [""]
    let reports = try zip(names, settings.reports).map { try pageReport($0, $1, order: catalog.ids) }
    let results = try settings.check.map { try CheckReader.rows(path: $0) }
    return Page(reports, check: results, listings: catalog.listings(of:)).text
  }

  /// The maximum number of strategies. Browsers cannot show a page with more.
  private static let mostStrategies = 10_000

  private func pageReport(_ name: String, _ path: String, order: [String]) throws -> PageReport {
    let report = try OrderedReport(path, strategies: order)
    let count = Set(report.rows.map(\.key.strategy)).count
    if count > Self.mostStrategies {
      throw InputError(
        path: path, problem: "\(HumanFormat.grouped(count)) strategies",
        expected: "at most \(HumanFormat.grouped(Self.mostStrategies)), which a browser can show on one page")
    }
    return PageReport(name: name, rows: report.rows, notes: report.notes)
  }
}
