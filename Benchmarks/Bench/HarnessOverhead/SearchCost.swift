import SingletonTextFormats

/// The time and the memory of checks of code as it is, which other programs make: this one links the Swift libraries
/// statically, and has no hooks.
enum SearchCost {
  static func showSchedules() throws {
    try show(
      "Schedules: checks of actors that await between the look and the store", by: "ScheduleTimes", "actor", "tasks",
      cases: ["nothing", "group", "sleep", "stream"].flatMap { [[$0, "2"], [$0, "3"]] })
  }

  /// The last rows are one class with a few and with very many executions.
  static func showClasses() throws {
    let classes = ["images", "repaired", "double-checked", "lazy-property", "lock", "static-let", "one-section"]
    try show(
      "Executions: checks of unmodified classes", by: "checked-classes", "class", "threads",
      cases: classes.flatMap { [[$0, "2"], [$0, "3"]] } + [["TwoLocks-solved", "3"], ["TwoLocks-solved", "4"]],
      option: ["--cost"])
  }

  /// - Parameter program: Prints the milliseconds, the size of the search, and the megabytes at most of a case.
  private static func show(
    _ title: String, by program: String, _ name: String, _ count: String, cases: [[String]], option: [String] = []
  ) throws {
    var table = Table(figures: [name, count, "visited", "ms, median of 5", "least", "most", "MB at most"])
    for arguments in cases {
      let runs = try (0..<5).map { _ in try figures(of: program, arguments + option) }
      let times = runs.map { $0[0] }
      table.append(
        arguments + [
          runs[0][1].rounded(to: 0), median(times).rounded(to: 1), times.min()!.rounded(to: 1),
          times.max()!.rounded(to: 1), runs.map { $0[2] }.max()!.rounded(to: 0),
        ])
    }
    table.show(title)
  }

  private static func figures(of program: String, _ arguments: [String]) throws -> [Double] {
    let words = Sibling.output(program, arguments)?.split { $0.isWhitespace }
    guard let figures = words?.compactMap({ Double($0) }), figures.count == 3 else {
      throw MissingTime(of: "\(program) \(arguments.joined(separator: " "))")
    }
    return figures
  }
}
