import SingletonPlatform

/// The bad endings of a race's processes.
///
/// A copy of this process may hang through no fault of the accessor: it waits for a lock of the runtime that another
/// thread held while the process was copied, and that thread is not in the copy. This nearly always happens before the
/// first trial is completed, and rarely twice, so a hang counts only if it recurs.
struct RaceEndings {
  /// The number of processes that crashed, trapped, or exited.
  private(set) var crashes = 0
  /// The different ways in which they did so, with the last words that they wrote.
  private(set) var crashMessages: [String] = []
  private(set) var isHung = false
  /// The stacks of the threads that waited in a process that hung.
  private(set) var hangStacks: [HangStack] = []
  /// Whether a race with one thread crashed, too; `nil` if none was tried.
  var crashesAlone: Bool?
  /// The most recent ending that was not a hang, and the last words of its process.
  private(set) var last = ProcessEnding.ok
  private(set) var remark: String?
  /// The number of hangs in processes that had not completed a trial, and in those that had.
  private var hangs = (early: 0, late: 0)

  private static let enoughHangs = (early: 3, late: 2)

  var isBroken: Bool { crashes > 0 || isHung }

  /// Whether processes hung, and none completed a trial.
  var neverBegan: Bool { isHung && crashes == 0 && hangs.late == 0 }

  /// Returns the time that a process gets for its first trial: little, if its hang would not count.
  func startTimeout(_ timeout: Duration) -> Duration {
    hangs.early + 1 < Self.enoughHangs.early ? min(timeout, .seconds(1)) : timeout
  }

  /// Adds the end of a process, and its last words if it did not end well.
  mutating func add(_ ending: ProcessEnding, remark: @autoclosure () -> String?) {
    switch ending {
    case .ok, .outside: return
    case .trapped(let cause), .crashed(let cause): addCrash(cause, remark())
    case .exit(let code): addCrash("exit code \(code)", remark())
    }
    last = ending
  }

  /// Adds the hang of a process.
  ///
  /// - Parameters:
  ///   - isLate: Whether the process had completed a trial.
  ///   - stacks: The stacks of its threads that waited.
  mutating func addHang(isLate: Bool, _ stacks: [HangStack]) {
    if !stacks.isEmpty { hangStacks = stacks }
    if isLate { hangs.late += 1 } else { hangs.early += 1 }
    isHung = hangs.early >= Self.enoughHangs.early || hangs.late >= Self.enoughHangs.late
  }

  /// Adds a hang that did not occur in a copy, and therefore counts at once.
  mutating func addHang(_ stacks: [HangStack] = []) {
    hangStacks = stacks
    isHung = true
  }

  private mutating func addCrash(_ cause: String, _ remark: String?) {
    crashes += 1
    self.remark = remark ?? self.remark
    let message = Self.withoutAddresses([cause, remark].compactMap(\.self).joined(separator: ": "))
    if !crashMessages.contains(message) { crashMessages.append(message) }
  }

  /// Returns a message without the digits of addresses, which differ from crash to crash.
  private static func withoutAddresses(_ message: String) -> String {
    let parts = message.split(separator: "0x", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += "0x..." + $1.drop(while: \.isHexDigit) }
  }
}
