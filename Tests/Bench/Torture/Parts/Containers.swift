import Foundation
import SingletonPlatform

/// A group of processes that the system limits as it limits a container's. Linux has two versions of it.
private struct ControlGroup {
  /// What is limited, or `nil` for the whole of the group.
  enum Resource: String, CaseIterable { case memory, pids, cpu, freezer }

  let resource: Resource
  private let folder: String
  private let isOfFirstVersion: Bool

  private static let root = "/sys/fs/cgroup"

  /// Makes a group, or returns `nil` where that is not possible.
  init?(_ resource: Resource) {
    self.resource = resource
    let first = "\(Self.root)/\(resource.rawValue)"
    isOfFirstVersion = access(first, F_OK) == 0
    folder = "\(isOfFirstVersion ? first : Self.root)/torture-\(FileSystem.processID)"
    guard mkdir(folder, 0o755) == 0 else { return nil }
    if access("\(folder)/\(file)", W_OK) != 0 {
      remove()
      return nil
    }
  }

  /// Removes the group, as soon as the last of its processes has ended.
  func remove() {
    for _ in 0..<200 where rmdir(folder) != 0 && errno == EBUSY { usleep(10_000) }
  }

  private var file: String {
    switch resource {
    case .memory: isOfFirstVersion ? "memory.limit_in_bytes" : "memory.max"
    case .pids: "pids.max"
    case .cpu: isOfFirstVersion ? "cpu.cfs_quota_us" : "cpu.max"
    case .freezer: isOfFirstVersion ? "freezer.state" : "cgroup.freeze"
    }
  }

  /// Sets the limit: bytes, processes, or microseconds of processor time in each tenth of a second.
  func set(_ limit: Int) { try? Data("\(limit)".utf8).write(to: URL(filePath: "\(folder)/\(file)")) }

  func freeze(_ isFrozen: Bool) {
    let state = isOfFirstVersion ? (isFrozen ? "FROZEN" : "THAWED") : (isFrozen ? "1" : "0")
    try? Data(state.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
  }

  /// The script that starts the program in the group.
  var script: String { "echo $$ >'\(folder)/cgroup.procs' || exit 125; exec \"$@\"" }
}

/// Limits of containers, which end processes or hold them up, and say nothing of a strategy.
extension Torture {
  mutating func containers(count: Int) throws -> [Tally] {
    try ControlGroup.Resource.allCases.map { resource in
      switch resource {
      case .memory:
        try limited(
          resource, "a container with 4 to 32 MB of memory", count, 4_000_000...32_000_000, ends: [4, 71, 137])
      case .pids: try limited(resource, "a container with 2 to 100 processes", count, 2...100, ends: [4, 71])
      case .cpu: try limited(resource, "a container with 20% to 50% of a core", count, 20_000...50_000)
      case .freezer: try limited(resource, "a container that is frozen for up to 5 s", count)
      }
    }
  }

  /// - Parameter ends: How a run may end besides as without a limit.
  private mutating func limited(
    _ resource: ControlGroup.Resource, _ part: String, _ count: Int, _ limits: ClosedRange<Int>? = nil,
    ends: Set<Int32> = []
  ) throws -> Tally {
    var tally = Tally(part)
    guard let group = ControlGroup(resource) else {
      tally.absence = "needs root and control groups"
      return tally
    }
    defer { group.remove() }
    for _ in 0..<count {
      try makeReport(.short)
      let old = bench.text(of: "r.csv")
      let limit = limits.map { Int.random(in: $0, using: &random) }
      if let limit { group.set(limit) }
      var plan = Plan.short
      plan.threads = ["2", "8", "64", "255"].randomElement(using: &random)!
      let (moment, length) = (moment(in: .short), Double.random(in: 1...5, using: &random))
      let trial = try bench.run(plan.arguments, script: group.script) { _, seconds in
        guard limit == nil && seconds >= moment else { return limit == nil }
        group.freeze(seconds < moment + length)
        return seconds < moment + length
      }
      var complaint = plan.complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && !ends.union([0, 3]).contains(trial.status ?? -1) { complaint = "another end" }
      let what = limit.map { "\($0)" } ?? "after \(moment) s for \(length) s"
      tally.add(trial, "\(what), --threads \(plan.threads)", complaint: complaint)
    }
    return tally
  }
}
