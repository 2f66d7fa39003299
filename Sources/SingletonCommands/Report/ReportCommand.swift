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
    var areMachines = false
    var force = false
  }

  let name = "report"
  let abstract = "make an HTML page with charts from a report, or from an old and a new one"
  let discussion = [
    "The page is one file that needs no network and no other files, and can be printed. It shows which strategies are"
      + " safe first, then the cost of an access, the scenarios, the rates of defects, the machine and the seed. With"
      + " --check, it shows what is proved, and each counterexample step by step.",
    "Two files are an old and a new report, and are shown side by side. More than two are the shards of one run, or"
      + " else reports from several machines: the page shows which machine saw which defect, and compares no times."
      + " With --machines, two files are from two machines. Join two shards with 'merge' first.",
    "The exit code is 0 if the page was made, even if rows in it failed.",
  ]
  let examples = [
    Example("report \(Tool.current.name).csv --html report.html", "a page of one run"),
    Example("report old.csv new.csv --html report.html", "a page with old and new side by side"),
    Example("report alice.csv bob.csv carol.csv --html class.html", "which defects were seen on which machine"),
    Example("report run.csv --check check.json --html -", "a page that includes the results of 'check --format json'"),
  ]
  let defaults = Settings()

  var argument: Argument<Settings>? { Argument(.report, count: 1...Int.max, appendsTo: \.reports) }

  var options: [Option<Settings>] {
    [
      Option(
        "--html", .path("a file to write, or - for standard output"), sets: \.html,
        "write the page; - means standard output"),
      Option(
        "--check", .input("FILE", "a file written by 'check'"), sets: \.check,
        "include the results of 'check --format json', or of csv, which lacks the steps of counterexamples",
        default: "none"),
      Option(
        flag: "--machines", sets: \.areMachines, "the reports come from several machines, even if there are only two"),
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
    let paths = settings.reports
    if let machines = try machines(settings, order: catalog.ids) { return MachinesPage(machines).text }
    let sides = paths.count == 2 ? [("old", [paths[0]]), ("new", [paths[1]])] : [("", paths)]
    let reports = try sides.map { name, paths in try pageReport(name, joined(paths, catalog.ids)) }
    let results = try settings.check.map { try CheckReader.rows(path: $0) }
    return Page(reports, check: results, listings: catalog.listings(of:)).text
  }

  /// Returns the reports of several runs, each with the name of its file, or `nil` if the files do not contain several
  /// runs to be shown side by side.
  private func machines(_ settings: Settings, order: [String]) throws -> [PageReport]? {
    let paths = settings.reports
    // Standard input cannot be read a second time.
    guard settings.areMachines || paths.count > 2 && !paths.contains("-") else { return nil }
    let joined = try paths.map { try self.joined([$0], order) }
    if !settings.areMachines && Self.areOneRun(joined.flatMap(\.rows)) { return nil }
    if paths.count < 2 {
      throw CommandError.usage("--machines: there is only one report", expected: "the reports of several runs")
    }
    if settings.check != nil {
      throw CommandError.usage(
        "--check: the page of several runs takes no results of check", expected: "the report of one run",
        next: "report \(paths[0]) --check FILE --html PATH")
    }
    let names = paths.map { Path.name(of: $0) }
    return zip(paths, joined).map { path, report in
      let name = Path.name(of: path)
      return pageReport(names.count { $0 == name } > 1 ? path : name, report)
    }
  }

  /// Returns whether all rows belong to one run: to a single start of the program, or to shards of one plan.
  private static func areOneRun(_ rows: [StressRow]) -> Bool {
    let plans = Set(rows.map { $0.run.plan?.digest })
    return Set(rows.map(\.run.id)).count == 1
      || plans.count == 1 && rows.allSatisfy { $0.run.plan?.shard.isEmpty == false }
  }

  private func pageReport(_ name: String, _ joined: JoinedReport) -> PageReport {
    PageReport(name: name, rows: joined.rows, notes: joined.notes)
  }

  /// The maximum number of strategies. Browsers cannot show a page with more.
  private static let mostStrategies = 10_000

  private func joined(_ paths: [String], _ order: [String]) throws -> JoinedReport {
    let joined = try JoinedReport(paths, strategies: order)
    let count = Set(joined.rows.map(\.key.strategy)).count
    if count > Self.mostStrategies {
      throw InputError(
        path: paths[0], problem: "\(HumanFormat.grouped(count)) strategies",
        expected: "at most \(HumanFormat.grouped(Self.mostStrategies)), which a browser can show on one page")
    }
    return joined
  }
}
