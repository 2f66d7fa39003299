import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Explorations that presume that counters have enough left, compared with a naive enumeration that presumes nothing.
@Suite struct `Counters that are presumed to have enough left` {
  private struct Tally {
    var held = 0
    var failed = 0
    /// The programs for which the presumption failed although no execution has too little left.
    var failedInVain = 0
  }

  /// Compares, if the presumption holds, everything that the executions are without the values of counters.
  private func compare(
    _ threads: [[Operation]], _ initialValues: [Int: UInt], under model: MemoryModel, _ name: String,
    _ tally: inout Tally
  ) throws {
    let naive = NaiveEnumeration(threads, under: model, initialValues: initialValues)
    let program = StraightLineProgram(threads, initialValues: initialValues)
    guard let recorder = try Recorder.presuming(program, under: model) else {
      tally.failed += 1
      if !naive.hasTooLittle { tally.failedInVain += 1 }
      return
    }
    tally.held += 1
    let (complete, stuck) = (Set(recorder.complete), Set(recorder.stuck))
    try #require(!naive.hasTooLittle, "\(name): too little is left: \(threads), \(initialValues)")
    try #require(complete.isSuperset(of: naive.withoutCounts.complete), "\(name): \(threads), \(initialValues)")
    try #require(stuck.isSuperset(of: naive.withoutCounts.stuck), "\(name): \(threads), \(initialValues)")
    try #require(recorder.hasRace || !naive.hasRace, "\(name): \(threads), \(initialValues)")
    try #require(complete.count + stuck.count == recorder.complete.count + recorder.stuck.count, "repeated: \(name)")
    // Accesses that order nothing else leave no edge out.
    let isExact = threads.joined().allSatisfy { $0.kind != .fence && ($0.reliance == .value || $0.order == .relaxed) }
    guard isExact else { return }
    try #require(complete == naive.withoutCounts.complete, "\(name): \(threads), \(initialValues)")
    try #require(stuck == naive.withoutCounts.stuck, "\(name): \(threads), \(initialValues)")
    try #require(recorder.hasRace == naive.hasRace, "\(name): \(threads), \(initialValues)")
  }

  @Test(arguments: MemoryModel.allCases, [false, true])
  func `if enough is left, an exploration visits the graphs of a naive enumeration without the counts`(
    model: MemoryModel, relaxed: Bool
  ) throws {
    var programs = RandomPrograms(seed: relaxed ? 13_000 : 14_000, timeouts: relaxed)
    var tally = Tally()
    for number in 0..<100 {
      let (threads, initialValues) = programs.countingProgram(relaxed: relaxed)
      try compare(threads, initialValues, under: model, "program \(number)", &tally)
    }
    #expect(tally.held > 20, "\(tally)")
    #expect(tally.failed > 10, "\(tally)")
    #expect(tally.failedInVain < 5, "\(tally)")
  }

  @Test(arguments: [MemoryModel.rc11, .tso, .sc])
  func `the same executions are visited up to swapping threads`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 15_000)
    var (held, failed) = (0, 0)
    for number in 0..<100 {
      let (threads, initialValues) = programs.countingProgram(symmetric: true)
      let program = StraightLineProgram(threads, symmetry: .equal(threads), initialValues: initialValues)
      let reduced = try Recorder.presuming(program, under: model)
      let all = try Recorder.presuming(program, under: model, reducesSymmetry: false)
      try #require((reduced == nil) == (all == nil), "program \(number): \(threads), \(initialValues)")
      guard let reduced, let all else {
        failed += 1
        continue
      }
      held += 1
      try #require(reduced.permutations == all.complete.count, "program \(number): \(threads)")
      try #require(reduced.hasRace == all.hasRace, "program \(number): \(threads)")
    }
    #expect(held > 10, "\(failed) failed")
    #expect(failed > 10, "\(held) held")
  }

  private static let retain = Operation.add(0, 1, .relaxed).relying(on: .anyLeft)
  private static let release = Operation.add(0, UInt(bitPattern: -1), .acquireRelease).relying(on: .severalLeft)

  @Test func `threads that retain and release what another one keeps have one execution`() throws {
    for count in 2...6 {
      let threads = Array(repeating: [Self.retain, Self.release], count: count)
      let program = StraightLineProgram(threads, initialValues: [0: 1])
      #expect(try Recorder.presuming(program, reducesSymmetry: false)?.complete.count == 1)
    }
  }

  @Test(arguments: [
    // The one that keeps it gives it back, so any release may be the last.
    [[retain, release], [retain, release], [release]],
    // A retain may come after the last release.
    [[retain, retain], [release]],
    // A load may find nothing left.
    [[Operation.load(0, .relaxed).relying(on: .anyLeft)], [release]],
    // Only the write says that the other thread has retained, and it is not read.
    [[retain, .store(1, 1, .release)], [.load(1, .acquire), release]],
    // The value itself is read, in another thread or before.
    [[retain, release], [.load(0, .relaxed)]],
    [[.load(0, .relaxed), retain]],
    // A wait for a counter.
    [[retain.waiting(until: .notEqual, 0)]],
  ])
  func `an exploration stops if too little may be left, or if a counter is more than that`(
    threads: [[Operation]]
  ) throws {
    #expect(try Recorder.presuming(StraightLineProgram(threads, initialValues: [0: 1])) == nil)
  }

  @Test func `what another thread has retained before counts`() throws {
    let wait = Operation.load(1, .acquire).waiting(until: .equal, 1)
    let threads = [[Self.retain, .store(1, 1, .release)], [wait, Self.release]]
    #expect(try Recorder.presuming(StraightLineProgram(threads, initialValues: [0: 1]))?.complete.count == 1)
    let after = StraightLineProgram([[Self.retain], [Self.release]], after: [[], [0]], initialValues: [0: 1])
    #expect(try Recorder.presuming(after)?.complete.count == 1)
  }

  @Test func `an access to a counter empties the store buffer`() throws {
    let threads = [
      [.store(1, 1, .relaxed), Self.retain, .load(2, .relaxed)],
      [.store(2, 1, .relaxed), Self.retain, .load(1, .relaxed)],
    ]
    let program = StraightLineProgram(threads, initialValues: [0: 1])
    #expect(try Recorder.presuming(program, under: .tso)?.complete.count == 3)
    #expect(try Recorder.presuming(program, under: .rc11)?.complete.count == 4)
  }

  @Test func `a thread goes on as if enough were left`() throws {
    let program = CoroutineProgram(
      [
        { thread in if Int(bitPattern: thread.perform(Self.retain)) <= 0 { thread.fail(1) } },
        { thread in if Int(bitPattern: thread.perform(Self.release)) <= 1 { thread.fail(2) } },
      ], initialValue: { _ in 2 })
    let recorder = try Recorder.presuming(program)
    #expect(recorder?.complete.count == 1 && recorder?.failures == [])
  }

  @Test func `a data race between threads that only a counter orders is found under the presumption`() throws {
    let threads = [[.store(1, 1, .plain), Self.release], [Self.release, .store(1, 2, .plain)]]
    let program = StraightLineProgram(threads, initialValues: [0: 3])
    #expect(try Recorder.presuming(program)?.hasRace == true)
  }
}
