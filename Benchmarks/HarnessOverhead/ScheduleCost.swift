import SingletonTextFormats

/// The time and the memory of checks with tasks, which the program `ScheduleTimes` makes: this one links the Swift libraries
/// statically, and its tasks cannot be followed.
enum ScheduleCost {
  static func show() throws {
    var table = Table(figures: ["actor", "tasks", "schedules", "ms, median of 5", "least", "most", "MB at most"])
    for wait in ["nothing", "group", "sleep", "stream"] {
      for tasks in ["2", "3"] {
        let runs = try (0..<5).map { _ in try figures(wait, tasks) }
        let times = runs.map { $0[0] }
        table.append([
          wait, tasks, runs[0][1].rounded(to: 0), median(times).rounded(to: 1), times.min()!.rounded(to: 1),
          times.max()!.rounded(to: 1), runs.map { $0[2] }.max()!.rounded(to: 0),
        ])
      }
    }
    table.show("Schedules: checks of actors that await between the look and the store")
  }

  private static func figures(_ wait: String, _ tasks: String) throws -> [Double] {
    let words = Sibling.output("ScheduleTimes", wait, tasks)?.split { $0.isWhitespace }
    guard let figures = words?.compactMap({ Double($0) }), figures.count == 3 else {
      throw MissingTime(of: "ScheduleTimes \(wait) \(tasks)")
    }
    return figures
  }
}
