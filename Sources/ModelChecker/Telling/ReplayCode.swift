package import Outcomes
package import Strategies

/// A counterexample in a few letters: which trial it is of, and the choices that lead to it. With a version, and a
/// checksum against slips of the keyboard.
package struct ReplayCode: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: ModelName
  package let finding: CheckFinding
  package let schedule: Schedule

  private static let version: UInt8 = 1

  init(_ narrator: Narrator, _ finding: CheckFinding, _ schedule: Schedule) {
    strategy = narrator.entry.card.id
    scenario = narrator.scenario
    threads = narrator.threads
    model = narrator.model
    self.finding = finding
    self.schedule = schedule
  }

  /// Groups of five letters; capitals and small ones are the same.
  package var text: String {
    let bytes = payload
    let all = bytes + Self.checksum(bytes)
    let letters = Array(Base32.encoded(all))
    return stride(from: 0, to: letters.count, by: 5).map { String(letters[$0..<min($0 + 5, letters.count)]) }
      .joined(separator: "-")
  }

  private var payload: [UInt8] {
    let id = Self.checksum(Array(strategy.utf8))
    let places = UInt8(Scenario.allCases.firstIndex(of: scenario)!) << 4 | UInt8(threads)
    let kinds =
      UInt8(ModelName.allCases.firstIndex(of: model)!) << 5
      | UInt8(CheckFinding.inOrderOfInterest.firstIndex(of: finding)!)
    let turns = schedule.turns.map { UInt8($0.thread) << 4 | UInt8(min(15, $0.choice)) }
    return [Self.version] + id + [places, kinds, UInt8(schedule.concerned.count)]
      + schedule.concerned.map { UInt8(truncatingIfNeeded: $0) } + turns
  }

  /// FNV-1a, folded to 16 bits.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let folded = UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
    return [UInt8(folded >> 8), UInt8(folded & 0xff)]
  }

  /// - Throws: what is wrong with the code.
  package init(_ text: String, catalog: Catalog) throws(ReplayCodeError) {
    let letters = text.filter { $0 != "-" && $0 != " " }
    guard let all = Base32.decoded(letters.uppercased()) else { throw .letters }
    guard all.count > 8 else { throw .tooShort }
    let bytes = Array(all.dropLast(2))
    guard Array(all.suffix(2)) == Self.checksum(bytes) else { throw .checksum }
    guard bytes[0] == Self.version else { throw .version(Int(bytes[0])) }
    guard let entry = catalog.entries.first(where: { Self.checksum(Array($0.card.id.utf8)) == Array(bytes[1...2]) })
    else { throw .strategy }
    let (scenario, finding) = (Int(bytes[3] >> 4), Int(bytes[4] & 0x1f))
    let (model, concerned) = (Int(bytes[4] >> 5), Int(bytes[5]))
    guard Scenario.allCases.indices.contains(scenario), ModelName.allCases.indices.contains(model),
      CheckFinding.inOrderOfInterest.indices.contains(finding), bytes.count >= 6 + concerned
    else { throw .tooShort }
    strategy = entry.card.id
    self.scenario = Scenario.allCases[scenario]
    threads = max(1, Int(bytes[3] & 0xf))
    self.model = ModelName.allCases[model]
    self.finding = CheckFinding.inOrderOfInterest[finding]
    schedule = Schedule(
      turns: bytes.dropFirst(6 + concerned).map { Schedule.Turn(thread: Int($0 >> 4), choice: Int($0 & 0xf)) },
      concerned: bytes[6..<6 + concerned].map(Int.init))
  }

  /// - Throws: where the strategy does not do any more what it did when the code was made.
  package func counterexample(in catalog: Catalog) throws(RehearsalError) -> Counterexample? {
    guard let entry = catalog.entries.first(where: { $0.card.id == strategy }) else { return nil }
    return try Narrator(entry: entry, scenario: scenario, threads: threads, model: model).tell(finding, schedule)
  }
}

/// What is wrong with a replay code.
package enum ReplayCodeError: Error, Equatable {
  case letters
  case tooShort
  case checksum
  case version(Int)
  case strategy
}

/// Crockford's base 32: no letter that looks like another.
private enum Base32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  static func encoded(_ bytes: [UInt8]) -> String {
    var text = ""
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 31])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
    return text
  }

  /// nil where a letter is none of the alphabet.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | value
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xff))
        bits &= (1 << count) - 1
      }
    }
    // What fills up the last letter is zero.
    return bits == 0 ? bytes : nil
  }
}
