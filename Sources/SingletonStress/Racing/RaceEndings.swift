import SingletonCore

/// How the processes of a race ended, other than well.
///
/// A copy of this process may hang for no fault of the accessor: it waits for a lock of the runtime that another thread
/// held at the moment of the copying. That thread is not in the copy. It happens nearly always before the first turn is
/// completed, and seldom twice, so a hang counts only if it comes again.
struct RaceEndings {
  /// The number of processes that crashed, trapped, or exited.
  private(set) var crashes = 0
  /// The different ways in which they did, with what they wrote last.
  private(set) var crashMessages: [String] = []
  private(set) var isHung = false
  private(set) var worst = RowStatus.ok
  private(set) var remark: String?
  /// The hangs of processes that had not completed a turn, and of those that had.
  private var hangs = (early: 0, late: 0)

  private static let enoughHangs = (early: 3, late: 2)

  var isBroken: Bool { crashes > 0 || isHung }

  /// Returns the time to grant a process for its first turn: little, if its hang would not count.
  func startTimeout(_ timeout: Duration) -> Duration {
    hangs.early + 1 < Self.enoughHangs.early ? min(timeout, .seconds(1)) : timeout
  }

  /// - Parameter hasBeaten: Whether the process had completed a turn.
  mutating func add(_ end: RowStatus, remark: String?, hasBeaten: Bool) {
    switch end {
    case .ok, .skipped, .interrupted: return
    case .hung:
      if hasBeaten { hangs.late += 1 } else { hangs.early += 1 }
      isHung = hangs.early >= Self.enoughHangs.early || hangs.late >= Self.enoughHangs.late
      guard isHung else { return }
    case .trapped(let cause), .crashed(let cause): addCrash(cause, remark)
    case .exit(let code): addCrash("exit code \(code)", remark)
    }
    worst = end
    self.remark = remark ?? self.remark
  }

  /// Adds the hang of a race in this process, which counts at once.
  mutating func hangHere() { (isHung, worst) = (true, .hung) }

  private mutating func addCrash(_ cause: String, _ remark: String?) {
    crashes += 1
    let message = Self.withoutAddresses([cause, remark].compactMap(\.self).joined(separator: ": "))
    if !crashMessages.contains(message) { crashMessages.append(message) }
  }

  /// Returns a message without the digits of addresses, which differ from crash to crash.
  private static func withoutAddresses(_ message: String) -> String {
    let parts = message.split(separator: "0x", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += "0x..." + $1.drop(while: \.isHexDigit) }
  }
}
