import SingletonCore
import SingletonStrategyChecker

/// A short text code for a schedule: the check that it belongs to, its finding, and its choices.
struct ScheduleCode {
  let finding: Defect
  let choices: [Int]
  private let owner: [UInt8]

  /// Whether the choices have a number for each job that has run; see ``Ledger/Field/divides``.
  let divides: Bool

  /// The versions of the format, by whether jobs pause.
  private static let versions: [Bool: UInt8] = [false: 1, true: 2]

  init(_ check: ScheduleCheck, _ finding: Defect, _ choices: [Int], divides: Bool) {
    owner = Self.mark(of: check)
    self.finding = finding
    self.choices = choices
    self.divides = divides
  }

  /// Decodes a code that a check with the same arguments has printed.
  init(_ text: String, _ check: ScheduleCheck) throws(CheckError) {
    let bytes = (try? CheckedCode.bytes(of: text)) ?? []
    guard bytes.count >= 4, let version = Self.versions.first(where: { $0.value == bytes[0] }),
      let numbers = LEB128.decoded(bytes[3...]),
      let finding = numbers.first, Defect.allCases.indices.contains(finding)
    else { throw CheckError("replay: expected a code that a check of \(check.name) has printed, got \(text)") }
    owner = Array(bytes[1...2])
    divides = version.key
    guard owner == Self.mark(of: check) else {
      throw CheckError(
        "replay: \(text) is the code of a check of another owner, or with other tasks, failures or cancellation; expected"
          + " the arguments of the check that has printed it")
    }
    self.finding = Defect.allCases[finding]
    choices = Array(numbers.dropFirst())
  }

  var text: String {
    let numbers = [Defect.allCases.firstIndex(of: finding)!] + choices
    return CheckedCode.text(of: [Self.versions[divides]!] + owner + numbers.flatMap(LEB128.encoded))
  }

  /// Returns a mark of the check, because a code has no room for a name.
  private static func mark(of check: ScheduleCheck) -> [UInt8] {
    let plan = check.plan
    return CheckedCode.checksum(
      Array("\(check.name) \(plan.tasks) \(plan.failures) \(plan.cancelsFirst) \(plan.isReduced)".utf8))
  }
}
