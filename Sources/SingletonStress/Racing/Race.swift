import CSingletonPlatform
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine
import Synchronization

/// The threads of a race. Each turn, owners are made, every thread asks each of them once, and the results are compared
/// and released. Each owner has a control beside it, which the threads ask just before, under the same conditions.
final class Race: @unchecked Sendable {
  // Unchecked: only the last thread to arrive at a barrier changes the state, while all others wait.
  private let settings: StressSettings
  private let kind: RaceKind
  private let time: RaceTime
  private let shared: SharedMemory
  private let cells: Int
  private let subject: Subject
  private let control: Subject?
  /// Whether the threads ask the control before the subject.
  ///
  /// In a new process, what is asked first has the wider window, because all memory is touched for the first time. With
  /// the control always first, it broke in 92 of 100 processes and a global that nothing guards in 3.
  private let asksControlFirst: Bool
  private let barrier: Barrier
  private let rendezvous: Rendezvous
  private let affinity: CoreAffinity
  /// The results of each thread, one word a cell, and those of the control after them.
  private let results: UnsafeMutablePointer<UInt>
  /// The initializations that each thread has begun, one byte a cell.
  private let initializations: UnsafeMutablePointer<UInt8>
  /// The number of trials in this turn.
  private var active: Int
  private var trialsBefore: UInt64
  private var turnBegan: UInt64 = 0
  private var isDone = false
  /// The class of the objects that hold values: `as AnyObject` makes a new one each time. Asked here, before the process
  /// is copied.
  private let boxClass = ObjectIdentifier(type(of: () as AnyObject))
  /// Ends the process after its only trial.
  private let exit: @Sendable () -> Never
  /// The threads that have not ended.
  private let running: Atomic<Int>

  /// The most trials in a turn: enough that the barriers around them cost little, and few enough that two threads which
  /// have met at its beginning still run at its end, when a busy machine grants each a few milliseconds at a time.
  private static func cells(_ kind: RaceKind) -> Int {
    switch kind {
    case .manyTrials: 256
    case .awaitedTrials: 32
    case .oneTrialPerProcess: 1
    }
  }

  init(
    _ settings: StressSettings, _ kind: RaceKind, _ time: RaceTime, _ shared: SharedMemory,
    _ subject: (_ cells: Int) -> Subject, exit: @escaping @Sendable () -> Never = { cp_exit_now(0) }
  ) {
    self.settings = settings
    self.kind = kind
    self.time = time
    self.shared = shared
    let (threads, cores) = (settings.threads, Host.facts.cores)
    cells = Self.cells(kind)
    self.subject = subject(cells)
    control = settings.isControlled ? Control.subject(cells: cells) : nil
    asksControlFirst = kind != .oneTrialPerProcess || Bool.random()
    // Threads that wait asleep run sooner, on a busy machine, than those that have used up their time by spinning.
    barrier = Barrier(count: threads, cores: cores, spinLimit: 3_000)
    // A meeting before each trial. With 256 trials between two, a lock that was only tried failed in one trial of 2,000
    // and not in one of 20, because whoever is refused gets ahead.
    rendezvous = Rendezvous(threads: threads, cores: cores, blocks: 2 * cells + 1)
    affinity = CoreAffinity(threads: threads, limit: cores, on: .ofThisProcess)
    results = .allocate(capacity: 2 * threads * cells)
    results.initialize(repeating: 0, count: 2 * threads * cells)
    initializations = .allocate(capacity: threads * cells)
    initializations.initialize(repeating: 0, count: threads * cells)
    active = min(cells, SweepSize.first)
    trialsBefore = shared.tally[.trials]
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
    (0..<settings.threads).allSatisfy { thread in
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
    let cost = settings.initializerCost.nanoseconds
    var probe = ProbeState(initializations: initializations + thread * cells, cost: cost)
    withUnsafeMutablePointer(to: &probe) { probe in
      cp_set_thread_value(.probe, probe)
      defer { cp_set_thread_value(.probe, nil) }
      let own = Asker(results: results + thread * cells, probe: probe)
      let control = Asker(results: controlResults + thread * cells, probe: probe)
      shared[.threadsStarted].wrappingAdd(1, ordering: .relaxed)
      repeat { takeTurn(thread, own, control) } while !isDone
    }
  }

  /// The times that a thread polls for another at the beginning of a turn, some milliseconds. On a busy machine, the other
  /// runs only when the system takes its core from whoever has it.
  private static let longSpin = 100_000

  private var controlResults: UnsafeMutablePointer<UInt> { results + settings.threads * cells }

  private func takeTurn(_ thread: Int, _ own: Asker, _ controlAsker: Asker) {
    let active = active
    let share = thread * active / settings.threads..<(thread + 1) * active / settings.threads
    control?.make(share)
    subject.make(share)
    barrier.wait { turnBegan = processorNanoseconds() }
    var patience = SpinBackoff(spinLimit: Self.longSpin)
    rendezvous.enter(0, as: thread, &patience)
    var backoff = SpinBackoff()
    for cell in 0..<active {
      rendezvous.enter(2 * cell + 1, as: thread, &backoff)
      asksControlFirst ? control?.ask(cell..<cell + 1, controlAsker) : subject.ask(cell..<cell + 1, own)
      rendezvous.enter(2 * cell + 2, as: thread, &backoff)
      asksControlFirst ? subject.ask(cell..<cell + 1, own) : control?.ask(cell..<cell + 1, controlAsker)
    }
    if kind == .oneTrialPerProcess { barrier.wait(endProcess) }
    barrier.wait(noteCommonInstance)
    countControl(share)
    count(share, thread)
    control?.drop(share)
    subject.drop(share)
    own.probe.pointee.moveEnds(to: shared.counters(ofThread: thread))
    barrier.wait(endTurn)
  }

  /// Counts the only trial of this process, and ends it. The last thread to arrive does so, because on a busy machine it
  /// takes long until another one runs.
  private func endProcess() {
    countControl(0..<active)
    count(0..<active, 0)
    endTurn()
    exit()
  }

  /// Prepares the next turn, or ends the race. The last thread to arrive does so.
  private func endTurn() {
    let now = monotonicNanoseconds()
    trialsBefore += UInt64(active)
    shared[.wallNanoseconds].store(now - time.began, ordering: .relaxed)
    shared.beat()
    // On a busy machine, most of the time in which a turn is not done is spent on other work.
    let took = (processorNanoseconds() - turnBegan) / UInt64(settings.threads)
    active = SweepSize.next(active, took: took, capacity: cells)
    isDone =
      shared.value(.isCanceled) != 0
      || time.isOver(shared, at: now, isBroken: shared.firstViolation != nil)
  }
}

// MARK: - Counting

extension Race {
  private func countControl(_ share: Range<Int>) {
    guard let control else { return }
    var violations: UInt64 = 0
    for cell in share {
      let results = (0..<settings.threads).map { controlResults[$0 * cells + cell] }
      if results.contains(where: { $0 != results[0] }) { violations += 1 }
      results.forEach(control.release)
    }
    shared[.controlTrials].wrappingAdd(UInt64(share.count), ordering: .relaxed)
    shared[.controlViolations].wrappingAdd(violations, ordering: .relaxed)
  }

  /// Notes whether the first two trials of this turn had the same instance. While all results are held, no two instances
  /// have the same address.
  private func noteCommonInstance() {
    guard active > 1 else { return }
    let (first, second) = (results[0] & ~Asker.notWhole, results[1] & ~Asker.notWhole)
    if first != 0 && first == second { shared[.hasCommonInstance].store(1, ordering: .relaxed) }
  }

  /// Counts the results of a range of cells, and releases them.
  private func count(_ share: Range<Int>, _ thread: Int) {
    var tally = Tally()
    for cell in share {
      let instances = countTrial(cell, &tally)
      if instances != 1 { shared.count(trials: 1, instances: instances) }
    }
    tally[.trials] = UInt64(share.count)
    tally[.accesses] = UInt64(share.count * settings.threads)
    let counters = shared.counters(ofThread: thread)
    for counter in Counter.allCases {
      switch counter.merge {
      case .sum: counters[counter.rawValue] += tally[counter]
      case .maximum: counters[counter.rawValue] = max(counters[counter.rawValue], tally[counter])
      }
    }
  }

  /// Counts one trial.
  ///
  /// - Returns: The number of its instances.
  private func countTrial(_ cell: Int, _ tally: inout Tally) -> Int {
    let (instances, nils, halfBuilt, made) = outcome(cell)
    tally[.instances] += UInt64(instances)
    tally[.instancesMax] = max(tally[.instancesMax], UInt64(instances))
    tally[.nilResults] += nils
    tally[.halfBuilt] += halfBuilt
    tally[.inits] += made
    tally[.talliedInits] += made
    tally[.lifetimes] += made > 0 ? 1 : 0
    tally[.liveMax] = 1
    tally[.multiInstanceTrials] += instances > 1 ? 1 : 0
    let isRepeated = settings.requiresOneInitialization && made > 1
    if instances > 1 || nils > 0 || halfBuilt > 0 || isRepeated {
      tally[.violatingTrials] += 1
      shared.noteViolation(inTrial: trialsBefore + UInt64(cell) + 1)
    }
    return instances
  }

  /// Compares the results of a cell and then releases them.
  private func outcome(_ cell: Int) -> (instances: Int, nils: UInt64, halfBuilt: UInt64, made: UInt64) {
    var (nils, halfBuilt, made) = (0 as UInt64, 0 as UInt64, 0 as UInt64)
    var instances: [UInt] = []
    for thread in 0..<settings.threads {
      let place = thread * cells + cell
      let address = results[place] & ~Asker.notWhole
      nils += address == 0 ? 1 : 0
      halfBuilt += UInt64(results[place] & Asker.notWhole)
      made += UInt64(initializations[place])
      initializations[place] = 0
      if address != 0 && !instances.contains(address) { instances.append(address) }
    }
    if instances.count == settings.threads && instances.allSatisfy(isBox) {
      shared[.hasBoxedValues].store(1, ordering: .relaxed)
    }
    for thread in 0..<settings.threads { subject.release(results[thread * cells + cell]) }
    return (instances.count, nils, halfBuilt, made)
  }

  private func isBox(_ address: UInt) -> Bool {
    guard let address = UnsafeRawPointer(bitPattern: address) else { return false }
    return ObjectIdentifier(type(of: Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue())) == boxClass
  }
}
