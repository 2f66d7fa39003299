import SingletonCore
import SingletonPlatform
import Testing

@testable import SingletonComparison

@Suite struct `Counts of instructions between two reports` {
  private static let five = InstructionCount(instructions: 5, atomics: 0, calls: 1)
  private static let seven = InstructionCount(instructions: 7, atomics: 1, calls: 1)

  private func counted(
    later: InstructionCount?, upTo most: UInt64? = nil, first: InstructionCount? = nil, replicate: Int = 1,
    build: String = "one",
    access: Double? = nil
  ) -> StressRow {
    var row = row(access: access, replicate: replicate)
    row.measured?.counts = AccessCounts()
    row.measured?.counts?.later = later
    row.measured?.counts?.laterMost = most
    row.measured?.counts?.first = first
    row.host.countsFingerprint = build
    return row
  }

  private func compare(
    _ old: [StressRow], _ new: [StressRow], percent: Double = 0, gate: Double? = nil
  ) throws -> ReportComparison {
    try ComparisonRunner().compare(old, new, gate: gate) { $0.instructionGate = percent }
  }

  @Test func `more instructions are a regression that names what changed`() throws {
    let comparison = try compare([counted(later: Self.five)], [counted(later: Self.seven)])
    #expect(comparison.findings == [.worse])
    #expect(
      comparison.rows[0].why
        == "a later access has 7 instead of 5 instructions, 1 instead of 0 atomic ones; passed, as before")
  }

  @Test func `fewer instructions are better`() throws {
    let comparison = try compare([counted(later: Self.seven)], [counted(later: Self.five)])
    #expect(comparison.findings == [.better])
  }

  @Test func `equal counts are the same, from one replicate`() throws {
    let comparison = try compare([counted(later: Self.five)], [counted(later: Self.five)])
    #expect(comparison.findings == [.same] && comparison.notes.isEmpty)
    #expect(comparison.rows[0].counts?.direction == .same)
  }

  @Test func `the first access counts, too`() throws {
    let comparison = try compare(
      [counted(later: Self.five, first: Self.five)], [counted(later: Self.five, first: Self.seven)])
    #expect(comparison.findings == [.worse])
    #expect(comparison.rows[0].why.hasPrefix("the first access has 7 instead of 5 instructions"))
  }

  @Test func `more of one and fewer of another is a regression`() throws {
    let traded = InstructionCount(instructions: 3, atomics: 1)
    #expect(try compare([counted(later: Self.five)], [counted(later: traded)]).findings == [.worse])
  }

  @Test func `a gate allows a percentage, but no first atomic instruction`() throws {
    let (old, new) = (InstructionCount(instructions: 100), InstructionCount(instructions: 102))
    #expect(try compare([counted(later: old)], [counted(later: new)], percent: 2).findings == [.same])
    #expect(try compare([counted(later: old)], [counted(later: new)], percent: 1).findings == [.worse])
    let locked = InstructionCount(instructions: 100, atomics: 1)
    #expect(try compare([counted(later: old)], [counted(later: locked)], percent: 1_000).findings == [.worse])
  }

  @Test func `a report without counts is not judged, which is no failure`() throws {
    for (old, new, side) in [
      (row(), counted(later: Self.five), "old"), (counted(later: Self.five), row(), "new"),
    ] {
      let comparison = try compare([old], [new])
      #expect(comparison.findings == [.notJudged] && !comparison.judgedNone)
      #expect(comparison.rows[0].why.contains("counts not judged: none in the \(side) report"))
      #expect(comparison.notes.count == 1)
    }
  }

  @Test func `counts of another compiler, library or processor are not judged`() throws {
    let comparison = try compare([counted(later: Self.five)], [counted(later: Self.seven, build: "two")])
    #expect(comparison.findings == [.notJudged])
    #expect(comparison.notes.first?.contains("counts_fingerprint") == true)
  }

  @Test func `replicates that differ are not judged`() throws {
    let comparison = try compare(
      [counted(later: Self.five), counted(later: Self.seven, replicate: 2)], [counted(later: Self.five)])
    #expect(comparison.findings == [.notJudged])
    #expect(
      comparison.rows[0].why.hasPrefix("a later access varied from 5 to 7, now 5 instructions: not judged"),
      "\(comparison.rows[0].why)")
  }

  @Test func `an access that varies is named with its range and not judged, whether or not the ranges overlap`() throws
  {
    let varying = counted(later: Self.five, upTo: 7)
    let nine = InstructionCount(instructions: 9)
    for (old, new, words) in [
      (varying, varying, "varies from 5 to 7"),
      (counted(later: Self.five), varying, "varies from 5 to 7, before 5"),
      (varying, counted(later: Self.seven), "varied from 5 to 7, now 7"),
      (varying, counted(later: nine), "varied from 5 to 7, now 9"),
      (counted(later: nine, upTo: 11), varying, "varies from 5 to 7, before 9 to 11"),
      (varying, counted(later: nine, upTo: 9), "varies from 9 to 9, before 5 to 7"),
    ] {
      let comparison = try compare([old], [new])
      #expect(comparison.findings == [.notJudged])
      let why = comparison.rows[0].why
      #expect(why.hasPrefix("a later access \(words) instructions: not judged"), "\(why)")
    }
  }

  @Test func `beside a later access that varies, the first access is judged`() throws {
    let comparison = try compare(
      [counted(later: Self.five, upTo: 7, first: Self.five)], [counted(later: Self.five, upTo: 7, first: Self.seven)])
    #expect(comparison.findings == [.worse])
    #expect(comparison.rows[0].why.contains("the first access has 7 instead of 5 instructions"))
    #expect(comparison.rows[0].why.contains("a later access varies from 5 to 7"))
  }

  @Test func `an access that can no longer be counted is not judged`() throws {
    let comparison = try compare(
      [counted(later: Self.five, first: Self.five)], [counted(later: nil, first: Self.five)])
    #expect(comparison.findings == [.notJudged])
    #expect(comparison.rows[0].why.hasPrefix("a later access has no counts in the new report"))
  }

  @Test func `a time that changed without its counts, and the reverse, are remarked`() throws {
    func replicates(_ count: InstructionCount, access: Double) -> [StressRow] {
      (1...10).map { counted(later: count, replicate: $0, access: access + Double($0) / 1_000) }
    }
    let slower = try compare(
      replicates(Self.five, access: 5), replicates(Self.five, access: 10), gate: 25)
    #expect(slower.findings == [.worse] && slower.rows[0].why.hasSuffix("no count of instructions changed"))
    let more = try compare(replicates(Self.five, access: 5), replicates(Self.seven, access: 5), gate: 25)
    #expect(more.findings == [.worse] && more.rows[0].why.hasSuffix("its time did not change"))
  }
}
