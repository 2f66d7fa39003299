import CSingletonPlatform
import SingletonPlatform
import SingletonTrialRuntime
import Synchronization

/// The threads of a race. In each turn, owners are made, every thread asks each of them once, and the results are
/// compared and released. Each owner has a control beside it, which the threads ask just before or after, under the
/// same conditions.
final class Race: @unchecked Sendable {
  // Unchecked: only the last thread to arrive at a barrier changes the state, while all others wait.
  private let settings: StressSettings
  private let kind: RaceKind
  private let time: RaceTime
  private let counts: RaceCounts
  private let cells: Int
  private let subject: Subject
  private let control: Subject?
  /// Whether the threads ask the control before the subject.
  ///
  /// In a new process, the first access has the wider window, because all memory is touched for the first time. When
  /// the control was always first, it broke in 92 of 100 processes, and an unguarded global broke in 3.
  private let asksControlFirst: Bool
  private let isCanceled: @Sendable () -> Bool
  private let barrier: Barrier
  private let rendezvous: Rendezvous
  private let affinity: CoreAffinity
  /// The results of each thread, one word per cell, followed by those of the control.
  private let results: UnsafeMutablePointer<UInt>
  /// The number of initializations that each thread has begun, one byte per cell.
  private let initializations: UnsafeMutablePointer<UInt8>
  /// The number of trials in this turn.
  private var active: Int
  private var trialsBefore: UInt64
  /// The number of the thread sanitizer's reports that have not been made in this race, or have been counted.
  private var reportsBefore = SystemProbe.threadSanitizerReports
  /// The wall time and the processor time at which this turn began, in nanoseconds.
  private var began: (wall: UInt64, processor: UInt64) = (0, 0)
  /// Whether trials take so long that threads wait longer for each other before each trial.
  private var isSlow = false
  private var isDone = false
  /// The class of the objects that `as AnyObject` makes for values; asked here, before the process is copied.
  private let boxClass = ObjectIdentifier(type(of: () as AnyObject))
  /// The role that the only thread of this race performs alone, unjudged; `nil` in any other race.
  private let loneRole: Int?
  /// Ends the process after its only trial.
  private let exit: @Sendable () -> Never
  /// The number of threads that have not ended.
  private let running: Atomic<Int>
  /// The threads that have begun: their numbers in the system, and what runs their tasks.
  private let begun = Mutex<[(number: Int32, executor: CallerExecutor)]>([])

  private static let cores = SystemProbe().cores

  init(
    _ settings: StressSettings, _ kind: RaceKind, _ time: RaceTime, _ counts: RaceCounts,
    _ subject: (_ cells: Int, _ threads: Int) -> Subject, loneRole: Int? = nil,
    isCanceled: @escaping @Sendable () -> Bool = { false },
    exit: @escaping @Sendable () -> Never = { _exit(0) }
  ) {
    self.settings = settings
    self.kind = kind
    self.time = time
    self.counts = counts
    self.isCanceled = isCanceled
    self.loneRole = loneRole
    let (threads, cores) = (settings.threads, Self.cores)
    cells = kind.cells
    self.subject = subject(cells, loneRole.map { $0 + 1 } ?? threads)
    control = settings.isControlled ? Control.subject(cells: cells) : nil
    asksControlFirst = kind != .oneTrialPerProcess || Bool.random()
    // On a busy machine, threads that sleep while they wait run sooner than those that have used up their time by
    // spinning.
    barrier = Barrier(count: threads, cores: cores, spinLimit: 3_000)
    // A meeting before each trial. With 256 trials between two meetings, a lock that was only tried failed in one trial
    // of 2,000 instead of one of 20, because a thread that is refused gets ahead.
    rendezvous = Rendezvous(threads: threads, cores: cores, blocks: 2 * cells + 1)
    affinity = CoreAffinity(threads: threads, limit: cores, on: .ofThisProcess)
    results = .allocate(capacity: 2 * threads * cells)
    results.initialize(repeating: 0, count: 2 * threads * cells)
    initializations = .allocate(capacity: threads * cells)
    initializations.initialize(repeating: 0, count: threads * cells)
    active = min(cells, SweepSize.first)
    trialsBefore = counts.tally.trials
    self.exit = exit
    running = Atomic(threads)
  }

  deinit {
    subject.deallocate()
    control?.deallocate()
    results.deallocate()
    initializations.deallocate()
  }

  /// Starts the threads.
  ///
  /// - Parameter ended: Called on the thread that ends last.
  /// - Returns: Whether all threads could be started. The race cannot end without them.
  func start(ended: @escaping @Sendable () -> Void) -> Bool {
    // A copy of a process begins with no processor time.
    began = (monotonicNanoseconds(), processorNanoseconds())
    return (0..<settings.threads).allSatisfy { thread in
      startThread {
        self.run(thread)
        if self.running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { ended() }
      }
    }
  }
}

// MARK: - One thread

extension Race {
  private func run(_ thread: Int) {
    affinity.pin(thread)
    WaitingStacks.includeThisThread()
    let cost = settings.initializerCost.nanoseconds
    var probe = ProbeState(initializations: initializations + thread * cells, cost: cost)
    withUnsafeMutablePointer(to: &probe) { probe in
      cp_set_thread_value(.probe, probe)
      defer { cp_set_thread_value(.probe, nil) }
      let own = RaceCaller(thread: loneRole ?? thread, results: results + thread * cells, probe: probe) {
        [counts] error in counts.note(error: "\(error)")
      }
      begun.withLock { $0.append((cp_thread_number(), probe.pointee.executor)) }
      let control = RaceCaller(results: controlResults + thread * cells, probe: probe)
      counts.shared[.threadsStarted].wrappingAdd(1, ordering: .relaxed)
      repeat { takeTurn(thread, own, control) } while !isDone
    }
  }

  /// The number of times that a thread polls for another thread at the beginning of a turn. Polling that often takes a few
  /// milliseconds. On a busy machine, the other thread runs only when the system takes a core from another process.
  private static let longSpin = 100_000

  private var controlResults: UnsafeMutablePointer<UInt> { results + settings.threads * cells }

  private func takeTurn(_ thread: Int, _ own: RaceCaller, _ controlCaller: RaceCaller) {
    let active = active
    let share = SweepSize.share(of: thread, of: settings.threads, in: active)
    control?.make(share, controlCaller)
    subject.make(share, own)
    barrier.wait()
    var longBackoff = SpinBackoff(spinLimit: Self.longSpin)
    rendezvous.enter(0, as: thread, &longBackoff)
    var backoff = isSlow ? longBackoff : SpinBackoff()
    for cell in 0..<active {
      rendezvous.enter(2 * cell + 1, as: thread, &backoff)
      asksControlFirst ? control?.ask(cell..<cell + 1, controlCaller) : subject.ask(cell..<cell + 1, own)
      rendezvous.enter(2 * cell + 2, as: thread, &backoff)
      asksControlFirst ? subject.ask(cell..<cell + 1, own) : control?.ask(cell..<cell + 1, controlCaller)
      if thread == 0 { counts.shared.beat() }
    }
    barrier.wait {
      noteFreshness()
      guard kind == .oneTrialPerProcess else { return }
      // The last thread to arrive ends the process, because on a busy machine it takes long until another one runs.
      count(0..<active)
      countReports()
      exit()
    }
    count(share)
    control?.drop(share)
    subject.drop(share)
    counts.add(own.probe.pointee.takeEnds(), to: .deinitializations)
    barrier.wait(endTurn)
  }

  /// The maximum ratio of a turn's wall time to its processor time. On a busy machine, most of the wall time is spent
  /// on other work, which must not shorten turns; an initializer that sleeps or reads a file must.
  private static let mostWaiting: UInt64 = 20
  /// The time of a trial, in nanoseconds, compared with which a long wait for another thread is short.
  private static let slowTrial: UInt64 = 2_000_000

  /// Prepares the next turn, or ends the race. The last thread to arrive does so.
  private func endTurn() {
    let now = (wall: monotonicNanoseconds(), processor: processorNanoseconds())
    let wall = now.wall - began.wall
    let processor = (now.processor - began.processor) / UInt64(settings.threads)
    began = now
    countReports()
    trialsBefore += UInt64(active)
    isSlow = wall / UInt64(active) > Self.slowTrial
    active = SweepSize.next(active, took: max(processor, wall / Self.mostWaiting), capacity: cells)
    isDone = isCanceled() || time.isOver(counts, isBroken: counts.firstViolation != nil)
  }
}

// MARK: - Counting

extension Race {
  private func countReports() {
    let reports = SystemProbe.threadSanitizerReports
    if reports > reportsBefore { counts.add(reports - reportsBefore, to: .sanitizerReports) }
    reportsBefore = reports
  }

  /// Counts the results of a range of cells, and then releases them, which may crash.
  private func count(_ share: Range<Int>) {
    var tally = RaceTally(threads: settings.threads)
    var outcomes: [Outcome: UInt64] = [:]
    if share.contains(0) && subject.judge != nil { tally[.isJudged] = 1 }
    for cell in share {
      if control != nil {
        let places = stride(from: cell, to: settings.threads * cells, by: cells)
        tally[.controlTrials] += 1
        tally[.controlViolations] += places.contains { controlResults[$0] != controlResults[cell] } ? 1 : 0
      }
      guard isViolated(cell, &tally, &outcomes) else { continue }
      tally[.violatingTrials] += 1
      counts.noteViolation(inTrial: trialsBefore + UInt64(cell) + 1)
    }
    counts.add(tally)
    for (outcome, trials) in outcomes { counts.outcomes.add(outcome, trials: trials) }
    for cell in share {
      for place in stride(from: cell, to: settings.threads * cells, by: cells) {
        control?.release(controlResults[place])
        subject.release(RaceCaller.address(results[place]))
      }
    }
  }

  /// Counts the results of a cell.
  ///
  /// - Returns: Whether the trial was violated.
  private func isViolated(_ cell: Int, _ tally: inout RaceTally, _ outcomes: inout [Outcome: UInt64]) -> Bool {
    guard let judge = subject.judge, loneRole == nil else { return hasViolation(cell, &tally) }
    let places = stride(from: cell, to: settings.threads * cells, by: cells)
    let errors = places.count { results[$0] == RaceCaller.threw }
    tally[.errors] += UInt64(errors)
    let outcome = judge(cell)
    outcomes[outcome, default: 0] += 1
    let isUnexpected = errors == 0 && !outcome.isExpected
    tally[.unexpected] += isUnexpected ? 1 : 0
    tally[trialsWith: isUnexpected ? 0 : 1] += 1
    return !outcome.isExpected
  }

  /// Counts the instances of a cell.
  ///
  /// - Returns: Whether the trial was violated.
  private func hasViolation(_ cell: Int, _ tally: inout RaceTally) -> Bool {
    var (nils, errors, halfBuilt, made) = (0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
    var instances: [UInt] = []
    for thread in 0..<settings.threads {
      let place = thread * cells + cell
      let address = RaceCaller.address(results[place])
      nils += results[place] == 0 ? 1 : 0
      errors += results[place] == RaceCaller.threw ? 1 : 0
      halfBuilt += UInt64(results[place] & RaceCaller.notWhole)
      made += UInt64(initializations[place])
      initializations[place] = 0
      if address != 0 && !instances.contains(address) { instances.append(address) }
    }
    if instances.count == settings.threads && instances.allSatisfy(isBox) { tally[.hasBoxedValues] = 1 }
    tally[.nils] += nils
    tally[.errors] += errors
    tally[.halfBuilt] += halfBuilt
    tally[.initializations] += made
    tally[.builtTrials] += made > 0 ? 1 : 0
    tally[trialsWith: instances.count] += 1
    return instances.count > 1 || nils + errors + halfBuilt > 0 || settings.requiresOneInitialization && made > 1
  }

  private func isBox(_ address: UInt) -> Bool {
    guard let address = UnsafeRawPointer(bitPattern: address) else { return false }
    return ObjectIdentifier(type(of: Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue())) == boxClass
  }
}

// MARK: - Freshness

extension Race {
  /// The number of trials whose owners and instances are compared.
  private static let comparedTrials: UInt64 = 1_000

  /// Notes what says whether the trials of this turn began anew. All owners and results are held meanwhile, so no two of them
  /// have the same address.
  private func noteFreshness() {
    if kind == .oneTrialPerProcess { return counts.note(instanceAt: RaceCaller.address(results[0])) }
    guard trialsBefore < Self.comparedTrials else { return }
    if Self.isShared((0..<active).map(subject.owner)) { counts.add(1, to: .hasCommonOwner) }
    if Self.isShared((0..<active).map { RaceCaller.address(results[$0]) }) { counts.add(1, to: .hasCommonInstance) }
  }

  /// Whether at least half of the trials had an object of another trial.
  private static func isShared(_ addresses: [UInt]) -> Bool {
    let known = addresses.filter { $0 != 0 }
    return known.count > 1 && 2 * Set(known).count <= known.count
  }

  /// Returns the stacks of the threads that wait in this process, which has hung, or what their tasks have suspended in.
  var waitingStacks: [HangStack] {
    begun.withLock { $0 }.reduce(into: []) { stacks, thread in
      let stack = counts.waitingStack(ofThread: thread.number, orTask: thread.executor.task.load(ordering: .relaxed))
      if let stack, !stacks.contains(where: { $0.functions == stack.functions }) { stacks.append(stack) }
    }
  }
}
