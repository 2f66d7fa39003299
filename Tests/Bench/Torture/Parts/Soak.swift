import Foundation
import SingletonPlatform
import SingletonStatistics

/// Whole runs, one after another, with random seeds, thread counts and placements.
extension Torture {
  /// What a run must give back. Others that work on the machine have theirs elsewhere.
  private struct Resources: Equatable {
    /// The processes in the run's working directory.
    let processes: Int
    let temporaryFiles: Int

    init(of bench: Bench, temporary: String) {
      processes = FileSystem.names(in: "/proc").count { FileSystem.absolute("/proc/\($0)/cwd") == bench.folder }
      temporaryFiles = FileSystem.names(in: temporary).count
    }
  }

  /// The descriptors and the memory in kilobytes of a running process.
  private func usage(of process: Int32) -> (descriptors: Int, kilobytes: Int)? {
    let folder = "/proc/\(process)"
    let status = FileManager.default.contents(atPath: folder + "/status").map { String(decoding: $0, as: UTF8.self) }
    guard let status, let match = status.firstMatch(of: /VmRSS:\s*(\d+) kB/) else { return nil }
    return (FileSystem.names(in: folder + "/fd").count, Int(match.1)!)
  }

  /// The breaks after which a soak ends: more say nothing new.
  private static let mostBreaks = 20

  /// Runs everything again and again.
  ///
  /// - Parameters:
  ///   - seconds: When no more runs begin.
  ///   - progress: Receives a line for each run.
  mutating func soak(seconds: Double, progress: (String) -> Void) throws -> Tally {
    var tally = Tally("whole runs")
    let began = ContinuousClock.now
    var grades: [String: String] = [:]
    var ungraded: [String] = []
    bench.removeAll()
    let temporary = bench.folder + "-temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let before = Resources(of: bench, temporary: temporary)
    while began.duration(to: .now) < .seconds(seconds) && tally.breaks.count < Self.mostBreaks {
      let threads = [2, 3, 4, 8, 16, 64].randomElement(using: &random)!
      let seed = random.next()
      var used: [(descriptors: Int, kilobytes: Int)] = []
      let trial = try bench.run(
        ["--threads", "\(threads)", "--seed", "\(seed)", "--csv", "r.csv"],
        environment: ["TMPDIR=\(temporary)"], mostSeconds: 900
      ) { process, seconds in
        if seconds > Double(used.count) + 2, let usage = usage(of: process) { used.append(usage) }
        return true
      }
      var complaints = [![0, 3].contains(trial.status) ? "another end" : differentGrades(&grades, &ungraded, threads)]
      if let first = used.first, let last = used.last {
        if last.descriptors > first.descriptors + 8 {
          complaints.append("\(first.descriptors), then \(last.descriptors) descriptors")
        }
        if last.kilobytes > first.kilobytes + 16_384 {
          complaints.append("\(first.kilobytes), then \(last.kilobytes) KB")
        }
        progress(
          "run \(tally.count + 1): \(threads) threads, \(Int(trial.seconds)) s, exit \(trial.status ?? -1),"
            + " \(first.descriptors) and \(last.descriptors) descriptors, \(first.kilobytes) and \(last.kilobytes) KB")
      }
      ungraded.forEach { progress("run \(tally.count + 1): no grade: \($0)") }
      if bench.names != ["r.csv"] { complaints.append("left \(bench.names)") }
      let after = Resources(of: bench, temporary: temporary)
      if after != before { complaints.append("\(before), then \(after)") }
      let complaint = complaints.compactMap(\.self).joined(separator: "; ")
      if !complaint.isEmpty { progress("run \(tally.count + 1) broke: \(complaint)") }
      tally.add(
        trial, "--threads \(threads) --seed \(seed)",
        complaint: complaint.isEmpty ? nil : complaint)
    }
    try FileManager.default.removeItem(atPath: temporary)
    return tally
  }

  /// Compares the grades of the report with those of earlier runs. A defect that was not seen in time is no difference,
  /// and neither is a row without a grade, for which the machine was too busy.
  private func differentGrades(
    _ grades: inout [String: String], _ ungraded: inout [String], _ threads: Int
  ) -> String? {
    ungraded = []
    guard let report = try? CSVFile(path: bench.folder + "/r.csv") else { return "no report" }
    for row in report.rows {
      guard let strategy = row["strategy"], let scenario = row["scenario"], let found = row["grade"] else {
        return "no grades"
      }
      let key = "\(strategy), \(scenario), \(threads) threads"
      if found.isEmpty { ungraded.append("\(key): \(row["status"] ?? "")") }
      if ["not-reproduced", ""].contains(found) { continue }
      if found == "failed" { return "\(key): failed" }
      if let earlier = grades.updateValue(found, forKey: key), earlier != found {
        return "\(key): \(earlier), then \(found)"
      }
    }
    return nil
  }
}
