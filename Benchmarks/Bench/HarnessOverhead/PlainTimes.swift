import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStrategies
import SingletonStrategyKit
import SingletonTextFormats

/// The time of a listing's access as `singleton-bench` measures it, compared with a plain loop around the same accessor,
/// which uses nothing of the harness.
enum PlainTimes {
  /// Compares the times, and prints a table.
  ///
  /// - Returns: Whether all of them agree.
  static func show(_ settings: PlainSettings) throws -> Bool {
    let entries = Catalog.standard.entries.filter { settings.ids.isEmpty || settings.ids.contains($0.info.id) }
    var listings = entries.compactMap(ListingTimes.init)
    var locks = settings.ids.isEmpty ? ["NSLock", "NSRecursiveLock"].map(LockTimes.init) : []
    for run in 0..<settings.runs {
      for index in listings.indices { try listings[index].measure(loopFirst: run % 2 == 1) }
      for index in locks.indices { try locks[index].measure(plainFirst: run % 2 == 1) }
    }
    show(
      "Plain forms: nanoseconds per access by one thread", ["strategy", "harness", "plain", "floor", "plain loop"],
      listings.map { ($0.cells, $0.ratios) }, settings)
    let others = entries.filter { ListingTimes($0) == nil }.map(\.info.id)
    print("no loop, because not raced or never returning: \(others.joined(separator: ", "))\n")
    show(
      "Locks of listings: nanoseconds per locking and unlocking", ["lock", "PlainFoundation", "Foundation"],
      locks.map { ($0.cells, $0.ratios) }, settings)
    let ratios = listings.map(\.ratios) + locks.map(\.ratios)
    let off = ratios.count { $0.verdict == .off }
    print("\(off) of \(ratios.count) pairs differ by more than 15 %, without those whose runs differ among themselves")
    return off == 0
  }

  private static func show(
    _ heading: String, _ titles: [String], _ rows: [(cells: [String], ratios: Ratios)], _ settings: PlainSettings
  ) {
    var table = Table(figures: titles + ["ratio", "of the runs", ""])
    table.append(contentsOf: rows.map { $0.cells + $0.ratios.cells })
    table.show("\(heading), medians of \(settings.runs) alternating runs")
  }
}

/// The ratios of two figures in several runs.
private struct Ratios {
  enum Verdict: String {
    case agree = ""
    case off
    /// The middle half of the ratios differs by as much as two figures may: one of the programs has several states.
    case unsteady
  }

  private let sorted: [Double]

  /// The ratio up to which two figures agree.
  private static let tolerance = 1.15

  init(_ figures: [Double], _ others: [Double]) { sorted = zip(figures, others).map { $0 / $1 }.sorted() }

  var verdict: Verdict {
    if sorted[sorted.count * 3 / 4] / sorted[sorted.count / 4] > Self.tolerance { return .unsteady }
    return (1 / Self.tolerance...Self.tolerance).contains(median(sorted)) ? .agree : .off
  }

  var cells: [String] {
    let range = [sorted[0], sorted[sorted.count - 1]].map { $0.rounded(to: 2) }.joined(separator: " to ")
    return [median(sorted).rounded(to: 2), range, verdict.rawValue]
  }
}

/// The arguments of `HarnessOverhead plain`.
struct PlainSettings {
  var runs = 10
  /// The strategies to compare, or an empty list for all that have a loop, and for locks.
  var ids: [String] = []
}

struct PlainCommand: ParsableCommand {
  let name = "plain"
  let abstract = "whether the time of a listing is that of a plain loop, which uses nothing of the harness"
  let examples = [Example("plain --runs 3 static-let mutex", "two listings, three times")]
  let defaults = PlainSettings()

  var options: [Option<PlainSettings>] {
    [Option("--runs", .wholeNumber(in: 1...1_000), sets: \.runs, "runs of each program", default: "10")]
  }

  var argument: Argument<PlainSettings>? {
    let ids = Catalog.standard.entries.map(\.info.id)
    let strategy = ArgumentValue(
      info: ValueInfo(placeholder: "STRATEGY", expected: "a strategy's id", completion: .words(ids)),
      parse: { ids.contains($0) ? $0 : nil }, format: \.self)
    return Argument(strategy, count: 0...Int.max, appendsTo: \.ids)
  }
}

/// The times of a strategy's forms, and of the loop around its listing.
private struct ListingTimes {
  private let id: String
  private let scenario: Scenario
  private var harness: [Double] = []
  private var plain: [Double] = []
  private var floor: [Double] = []
  private var loop: [Double] = []

  /// - Returns: `nil` if there is no listing, or if its accessor does not return.
  init?(_ entry: CatalogEntry) {
    guard let first = entry.raced(as: .plain)?.declarations.first, first.expectation != .trapOrHang else { return nil }
    id = entry.info.id
    scenario = first.scenario
  }

  var ratios: Ratios { Ratios(plain, loop) }

  var cells: [String] {
    // What Swift itself does has no form on the harness's primitives.
    [id, harness.isEmpty ? "-" : median(harness).rounded(to: 2)]
      + [plain, floor, loop].map { median($0).rounded(to: 2) }
  }

  mutating func measure(loopFirst: Bool) throws {
    if loopFirst { loop.append(try Sibling.time("PlainLoops", id)) }
    for row in try Sibling.rows(id, scenario) {
      guard let access = row.measured?.access else { throw MissingTime(of: "\(id), form \(row.key.form)") }
      if row.key.form == RowForm.harness.rawValue {
        harness.append(access.p50)
      } else {
        plain.append(access.p50)
        floor.append(access.floor)
      }
    }
    if !loopFirst { loop.append(try Sibling.time("PlainLoops", id)) }
  }
}

/// The times of one of Foundation's locks, and of the lock that listings have in its place.
private struct LockTimes {
  private let name: String
  private var plain: [Double] = []
  private var real: [Double] = []

  init(_ name: String) { self.name = name }

  var ratios: Ratios { Ratios(plain, real) }

  var cells: [String] { [name] + [plain, real].map { median($0).rounded(to: 2) } }

  mutating func measure(plainFirst: Bool) throws {
    if plainFirst { plain.append(try Sibling.time("FoundationLocks", "PlainFoundation.\(name)")) }
    real.append(try Sibling.time("FoundationLocks", "Foundation.\(name)"))
    if !plainFirst { plain.append(try Sibling.time("FoundationLocks", "PlainFoundation.\(name)")) }
  }
}

/// The programs that are built beside this one.
enum Sibling {
  /// Returns the rows of a strategy's forms in a scenario, as `singleton-bench` reports them.
  static func rows(_ id: String, _ scenario: Scenario) throws -> [StressRow] {
    let report = "\(environmentVariable("TMPDIR") ?? "/tmp")/HarnessOverhead-\(FileSystem.processID).csv"
    defer { FileSystem.remove(report) }
    _ = output(
      "singleton-bench",
      [
        "run", "--strategy", id, "--scenario", scenario.id, "--form", "both", "--threads", "1", "--trials", "1",
        "--no-check", "--csv", report,
      ])
    var reader = try RowReader.report(report)
    var rows: [StressRow] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  /// Returns the time that a program prints for one of its loops, in nanoseconds.
  static func time(_ program: String, _ loop: String) throws -> Double {
    guard let text = output(program, [loop]), let time = Double(text.dropLast()) else {
      throw MissingTime(of: "\(program) \(loop)")
    }
    return time
  }

  /// Returns what a program prints, or `nil` if it fails.
  static func output(_ program: String, _ arguments: [String]) -> String? {
    Subprocess.output(
      of: ["\(Path.folder(of: commandLineArguments()[0]))/\(program)"] + arguments,
      environment: environmentVariables(), limit: 1 << 20, timeout: .seconds(60))
  }
}

struct MissingTime: Error, CustomStringConvertible {
  let description: String

  init(of subject: String) {
    description = "no time of \(subject); expected: all programs built, and each listing in PlainLoops.swift"
  }
}
