package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
package import SingletonStrategyKit

/// A short text code for a counterexample: its trial, and the choices that lead to it. It also contains a version, and
/// a checksum that detects typing errors.
package struct ReplayCode: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  package let timeouts: Timeouts
  package let finding: Defect
  package let schedule: Schedule

  /// The version of the format. Since version 2, choices are unbounded, and a wait can time out.
  package static let version = 2
  /// The bit of the version that says that the thread of each turn has one bit more. It is set only if a thread has a number
  /// above 15, so that all other codes stay as they were.
  private static let wideBit = 1
  /// The bit of the version that is set of executions under `arm`. Without it, the number of `arm` is that of a former
  /// model, which allowed only executions that `rc11` allows.
  private static let armBit = 4
  /// The bit that says that waits time out at any time. It was always 0 before, and older versions reject it.
  private static let anyTimeBit: UInt8 = 0x80
  private static func threadBits(in version: Int) -> Int { version & wideBit != 0 ? 5 : 4 }
  /// The findings in the order of their numbers in a code. New ones are appended, so that old codes keep their meaning.
  private static let findings: [Defect] = [
    .halfBuilt, .instances, .reinits, .wrongClass, .usedAfterDestroy, .nilResults, .liveMax, .nestedInits, .trap, .hang,
    .race, .inits, .refused, .crash, .leaked,
    .unexpected,
  ]
  /// The scenarios in the order of their numbers in a code: first those of the first versions, then newer ones in the
  /// order of `Scenario.allCases`.
  private static let scenarios: [Scenario] = {
    let first: [Scenario] = [
      .firstAccess, .mixedConstruction, .copy, .subclass, .reacquire, .teardown, .lateUse, .reentrant, .overRelease,
      .externalWrite, .subclassConstruction, .reconstruct, .mutualInitialization,
    ]
    return first + Scenario.allCases.filter { !first.contains($0) }
  }()

  init(_ check: some ModelCheck, _ finding: Defect, _ schedule: Schedule) {
    strategy = check.name
    scenario = check.scenario
    threads = check.threads
    model = check.model
    timeouts = check.timeouts
    self.finding = finding
    self.schedule = schedule
  }

  /// The code in groups of five letters. Upper and lower case are equivalent.
  package var text: String { CheckedCode.text(of: payload) }

  private var payload: [UInt8] {
    let id = CheckedCode.checksum(Array(strategy.utf8))
    let places = UInt8(Self.scenarios.firstIndex(of: scenario)!) << 4 | UInt8(threads)
    let kinds =
      (timeouts == .anyTime ? Self.anyTimeBit : 0) | UInt8(MemoryModel.allCases.firstIndex(of: model)!) << 5
      | UInt8(Self.findings.firstIndex(of: finding)!)
    let isWide = schedule.turns.contains { $0.thread > 15 }
    let version = Self.version | (isWide ? Self.wideBit : 0) | (model == .arm ? Self.armBit : 0)
    let turns = schedule.turns.map { $0.number(threadBits: Self.threadBits(in: version)) }
    let numbers = [schedule.concerned.count] + schedule.concerned + turns
    return [UInt8(version)] + id + [places, kinds] + numbers.flatMap(LEB128.encoded)
  }

  /// Decodes a code for a strategy in the catalog.
  package init(_ text: String, catalog: Catalog) throws(ReplayCodeError) {
    try self.init(text, strategies: catalog.entries.map(\.info.id))
  }

  /// Decodes a code.
  ///
  /// - Parameter strategies: The names to which the code may belong. They are needed because a code contains only a
  ///   checksum of the name.
  /// - Throws: An error if the text is not a code.
  package init(_ text: String, strategies: [String]) throws(ReplayCodeError) {
    let bytes = try CheckedCode.bytes(of: text)
    guard bytes.count >= 6 else { throw .tooShort }
    let version = Int(bytes[0])
    guard version & ~(Self.wideBit | Self.armBit) == Self.version else { throw .version(version) }
    guard let strategy = strategies.first(where: { CheckedCode.checksum(Array($0.utf8)) == Array(bytes[1...2]) })
    else { throw .strategy }
    let (scenario, finding) = (Int(bytes[3] >> 4), Int(bytes[4] & 0x1f))
    let model = Int((bytes[4] & ~Self.anyTimeBit) >> 5)
    guard let schedule = Schedule(numbers: bytes[5...], threadBits: Self.threadBits(in: version)),
      Self.scenarios.indices.contains(scenario),
      MemoryModel.allCases.indices.contains(model), Self.findings.indices.contains(finding),
      (1...StrategyCheck.maxThreads).contains(Int(bytes[3] & 0xf)),
      schedule.concerned.allSatisfy(schedule.turns.indices.contains),
      !schedule.turns.isEmpty || Self.findings[finding] == .trap
    else { throw .contents }
    self.strategy = strategy
    self.scenario = Self.scenarios[scenario]
    threads = Int(bytes[3] & 0xf)
    let named = MemoryModel.allCases[model]
    self.model = named == .arm && version & Self.armBit == 0 ? .rc11 : named
    timeouts = bytes[4] & Self.anyTimeBit == 0 ? .whenStuck : .anyTime
    self.finding = Self.findings[finding]
    self.schedule = schedule
  }

  /// Returns the check that found the counterexample, or `nil` if the catalog does not contain the strategy.
  package func check(in catalog: Catalog) -> StrategyCheck? {
    catalog.entry(strategy).map {
      StrategyCheck($0, scenario, threads: threads, model: model, sources: catalog.sources, timeouts: timeouts)
    }
  }
}

package enum ReplayCodeError: Error, Equatable {
  /// A character that is none of a code, and its position, from 1.
  case letter(Character, position: Int)
  case tooShort
  case checksum
  case version(Int)
  case strategy
  /// The checksum matches, but the contents are not a counterexample.
  case contents

  /// What is wrong with the code.
  package var problem: String {
    switch self {
    case .letter(let letter, let position): "character \(position), '\(letter)', is none of a code"
    case .tooShort: "it is too short"
    case .checksum: "its checksum is wrong, so a character is wrong or missing"
    case .version(let version): "it has the format of version \(version), not \(ReplayCode.version)"
    case .strategy: "it is of another class"
    case .contents: "it contains no counterexample"
    }
  }
}

extension Schedule {
  /// Decodes the number of turns that the finding is about, their indices, and all turns.
  fileprivate init?(numbers bytes: ArraySlice<UInt8>, threadBits: Int) {
    guard let numbers = LEB128.decoded(bytes), let count = numbers.first, numbers.count > count else { return nil }
    let turns = numbers[(1 + count)...].map { Turn(number: $0, threadBits: threadBits) }
    self.init(turns: turns, concerned: Array(numbers[1..<1 + count]))
  }
}

extension Schedule.Turn {
  /// Returns the turn as one number: four or five bits for the thread, one bit for a failure, and the remaining bits for
  /// the choice.
  fileprivate func number(threadBits: Int) -> Int { (choice << 1 | (fails ? 1 : 0)) << threadBits | thread }

  fileprivate init(number: Int, threadBits: Int) {
    let rest = number >> threadBits
    self.init(thread: number & (1 << threadBits - 1), choice: rest >> 1, fails: rest & 1 == 1)
  }
}
