import Foundation
import SingletonPlatform
import SingletonStatistics

/// Whole runs, one after another, with random seeds, thread counts and placements.
extension Torture {
  /// What a run must give back.
  private struct Resources: Equatable {
    var processes: Int
    var temporaryFiles: Int
    var sharedFiles: Int

    /// Those of the system, without what comes and goes.
    static func now(_ program: String) -> Resources {
      let name = Path.name(of: program)
      let own = FileSystem.names(in: "/proc").filter { id in
        let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
        return !id.isEmpty && id.allSatisfy(\.isNumber) && String(decoding: words, as: UTF8.self).contains(name + "\0")
      }
      return Resources(
        processes: own.count, temporaryFiles: FileSystem.names(in: "/tmp").filter { $0.hasPrefix("singleton") }.count,
        sharedFiles: FileSystem.names(in: "/dev/shm").count)
    }
  }

  /// The descriptors and the memory in kilobytes of a running process.
  private func usage(of process: Int32) -> (descriptors: Int, kilobytes: Int)? {
    let folder = "/proc/\(process)"
    let status = FileManager.default.contents(atPath: folder + "/status").map { String(decoding: $0, as: UTF8.self) }
    guard let status, let match = status.firstMatch(of: /VmRSS:\s*(\d+) kB/) else { return nil }
    return (FileSystem.names(in: folder + "/fd").count, Int(match.1)!)
  }

  /// Runs everything again and again.
  ///
  /// - Parameters:
  ///   - seconds: When no more runs begin.
  ///   - progress: Receives a line for each run.
  mutating func soak(seconds: Double, progress: (String) -> Void) throws -> Tally {
    var tally = Tally("whole runs")
    let began = ContinuousClock.now
    var grades: [String: String] = [:]
    bench.removeAll()
    let before = Resources.now(bench.program)
    while began.duration(to: .now) < .seconds(seconds) {
      let threads = [2, 3, 4, 8, 16, 64].randomElement(using: &random)!
      let placement = ["near", "none"].randomElement(using: &random)!
      let seed = random.next()
      var used: [(descriptors: Int, kilobytes: Int)] = []
      let trial = try bench.run(
        ["--threads", "\(threads)", "--placement", placement, "--seed", "\(seed)", "--csv", "r.csv"], mostSeconds: 900
      ) { process, seconds in
        if seconds > Double(used.count) + 2, let usage = usage(of: process) { used.append(usage) }
        return true
      }
      var complaint = ![0, 3].contains(trial.code) ? "another end" : differentGrades(&grades, threads)
      if let first = used.first, let last = used.last {
        if last.descriptors > first.descriptors + 8 {
          complaint = "\(first.descriptors), then \(last.descriptors) descriptors"
        }
        if last.kilobytes > first.kilobytes + 16_384 { complaint = "\(first.kilobytes), then \(last.kilobytes) KB" }
        progress(
          "run \(tally.count + 1): \(threads) threads, \(placement), \(Int(trial.seconds)) s, exit \(trial.code ?? -1),"
            + " \(first.descriptors) and \(last.descriptors) descriptors, \(first.kilobytes) and \(last.kilobytes) KB")
      }
      if bench.names != ["r.csv"] { complaint = "left \(bench.names)" }
      let after = Resources.now(bench.program)
      if after != before { complaint = "\(before), then \(after)" }
      tally.add(trial, "--threads \(threads) --placement \(placement) --seed \(seed)", complaint: complaint)
    }
    return tally
  }

  /// Compares the grades of the report with those of earlier runs. A defect that was not seen in time is no difference.
  private func differentGrades(_ grades: inout [String: String], _ threads: Int) -> String? {
    guard let lines = bench.text(of: "r.csv")?.split(separator: "\n"), let header = lines.first else {
      return "no report"
    }
    let names = header.split(separator: ",").map(String.init)
    guard let grade = names.firstIndex(of: "grade") else { return "no grade" }
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let (key, found) = ("\(fields[5]), \(fields[6]), \(threads) threads", fields[grade])
      if found == "not-reproduced" { continue }
      if found == "failed" { return "\(key): failed" }
      if let earlier = grades.updateValue(found, forKey: key), earlier != found {
        return "\(key): \(earlier), then \(found)"
      }
    }
    return nil
  }
}
