package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
package import SingletonStrategyKit

/// A short text code for a counterexample: the trial it belongs to and the choices that lead to it, with a version and
/// a checksum against typing errors.
package struct ReplayCode: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  package let finding: Defect
  package let schedule: Schedule

  /// The version of the format. In version 2, choices are unbounded and a wait can time out.
  package static let version = 2
  /// The findings, at their numbers in a code. New ones are appended, so that old codes keep their meaning.
  private static let findings: [Defect] = [
    .halfBuilt, .instances, .reinits, .wrongClass, .usedAfterDestroy, .nilResults, .liveMax, .nestedInits, .trap, .hang,
    .race, .inits, .refused, .crash, .leaked,
  ]
  /// The scenarios, at their numbers in a code: those of the first versions, then newer ones in the order of all.
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
    self.finding = finding
    self.schedule = schedule
  }

  /// The code in groups of five letters, which may be read in either case.
  package var text: String {
    let bytes = payload
    let all = bytes + Self.checksum(bytes)
    let letters = Array(Base32.encoded(all))
    return stride(from: 0, to: letters.count, by: 5).map { String(letters[$0..<min($0 + 5, letters.count)]) }
      .joined(separator: "-")
  }

  private var payload: [UInt8] {
    let id = Self.checksum(Array(strategy.utf8))
    let places = UInt8(Self.scenarios.firstIndex(of: scenario)!) << 4 | UInt8(threads)
    let kinds =
      UInt8(MemoryModel.allCases.firstIndex(of: model)!) << 5
      | UInt8(Self.findings.firstIndex(of: finding)!)
    let numbers = [schedule.concerned.count] + schedule.concerned + schedule.turns.map(\.number)
    return [UInt8(Self.version)] + id + [places, kinds] + numbers.flatMap(LEB128.encoded)
  }

  /// Returns the FNV-1a hash, folded to 16 bits.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let folded = UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
    return [UInt8(folded >> 8), UInt8(folded & 0xff)]
  }

  /// Decodes a code of a strategy of the catalog.
  package init(_ text: String, catalog: Catalog) throws(ReplayCodeError) {
    try self.init(text, strategies: catalog.entries.map(\.info.id))
  }

  /// Decodes a code.
  ///
  /// - Parameter strategies: The names that a code can belong to, because a code contains only a checksum of a name.
  /// - Throws: An error if the text is not a code.
  package init(_ text: String, strategies: [String]) throws(ReplayCodeError) {
    let letters = text.filter { $0 != "-" && $0 != " " }
    guard let (all, isWhole) = Base32.decoded(letters.uppercased()) else { throw .letters }
    guard all.count >= 8 else { throw .tooShort }
    let bytes = Array(all.dropLast(2))
    guard isWhole, Array(all.suffix(2)) == Self.checksum(bytes) else { throw .checksum }
    guard Int(bytes[0]) == Self.version else { throw .version(Int(bytes[0])) }
    guard let strategy = strategies.first(where: { Self.checksum(Array($0.utf8)) == Array(bytes[1...2]) })
    else { throw .strategy }
    let (scenario, finding) = (Int(bytes[3] >> 4), Int(bytes[4] & 0x1f))
    let model = Int(bytes[4] >> 5)
    guard let schedule = Schedule(numbers: bytes[5...]), Self.scenarios.indices.contains(scenario),
      MemoryModel.allCases.indices.contains(model), Self.findings.indices.contains(finding),
      (1...StrategyCheck.maxThreads).contains(Int(bytes[3] & 0xf)),
      schedule.concerned.allSatisfy(schedule.turns.indices.contains),
      !schedule.turns.isEmpty || Self.findings[finding] == .trap
    else { throw .contents }
    self.strategy = strategy
    self.scenario = Self.scenarios[scenario]
    threads = Int(bytes[3] & 0xf)
    self.model = MemoryModel.allCases[model]
    self.finding = Self.findings[finding]
    self.schedule = schedule
  }

  /// Returns the check that found the counterexample, or `nil` if the catalog does not contain the strategy.
  package func check(in catalog: Catalog) -> StrategyCheck? {
    catalog.entry(strategy).map {
      StrategyCheck($0, scenario, threads: threads, model: model, sources: catalog.sources)
    }
  }
}

package enum ReplayCodeError: Error, Equatable {
  case letters
  case tooShort
  case checksum
  case version(Int)
  case strategy
  /// The checksum matches, but the contents are not a counterexample.
  case contents
}

extension Schedule {
  /// Decodes the number of turns that the finding is about, their indices, and all turns.
  fileprivate init?(numbers bytes: ArraySlice<UInt8>) {
    guard let numbers = LEB128.decoded(bytes), let count = numbers.first, numbers.count > count else { return nil }
    self.init(turns: numbers[(1 + count)...].map(Turn.init(number:)), concerned: Array(numbers[1..<1 + count]))
  }
}

extension Schedule.Turn {
  /// The turn as one number: four bits for the thread, one for a failure, and the remaining ones for the choice.
  fileprivate var number: Int { choice << 5 | (fails ? 1 << 4 : 0) | thread }

  fileprivate init(number: Int) { self.init(thread: number & 0xf, choice: number >> 5, fails: number >> 4 & 1 == 1) }
}

// MARK: - Numbers and bytes as text

/// Crockford's base 32 encoding, which omits letters that resemble others.
enum Base32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  static func encoded(_ bytes: [UInt8]) -> String {
    let (digits, rest, count) = regrouped(bytes.map(Int.init), from: 8, to: 5)
    return String((digits + (count > 0 ? [rest << (5 - count)] : [])).map { alphabet[$0] })
  }

  /// Decodes a text, or returns `nil` if it contains a letter outside the alphabet. `isWhole` is `true` if the padding
  /// bits of the last letter are zero.
  static func decoded(_ text: String) -> (bytes: [UInt8], isWhole: Bool)? {
    let digits = text.compactMap { alphabet.firstIndex(of: $0) }
    guard digits.count == text.count else { return nil }
    let (bytes, rest, _) = regrouped(digits, from: 5, to: 8)
    return (bytes.map { UInt8($0) }, isWhole: rest == 0)
  }

  /// Regroups bits into groups of a new width, and returns the leftover bits and their count.
  private static func regrouped(_ groups: [Int], from width: Int, to newWidth: Int) -> ([Int], rest: Int, count: Int) {
    var (regrouped, bits, count) = ([Int](), 0, 0)
    for group in groups {
      bits = bits << width | group
      count += width
      while count >= newWidth {
        count -= newWidth
        regrouped.append(bits >> count)
        bits &= (1 << count) - 1
      }
    }
    return (regrouped, bits, count)
  }
}

/// A variable-length encoding of integers: seven bits per byte, lowest first, and a bit that indicates whether more
/// bytes follow. Small numbers take few bytes.
package enum LEB128 {
  static func encoded(_ number: Int) -> [UInt8] {
    number > 0x7f ? [UInt8(number & 0x7f | 0x80)] + encoded(number >> 7) : [UInt8(number)]
  }

  /// Decodes numbers, or returns `nil` if the last number is incomplete or a number exceeds the supported 28 bits.
  package static func decoded(_ bytes: some Sequence<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    var (number, bits) = (0, 0)
    for byte in bytes {
      guard bits < 28 else { return nil }
      number |= Int(byte & 0x7f) << bits
      bits += 7
      guard byte & 0x80 == 0 else { continue }
      numbers.append(number)
      (number, bits) = (0, 0)
    }
    return bits == 0 ? numbers : nil
  }
}
