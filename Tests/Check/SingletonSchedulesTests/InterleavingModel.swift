import InstrumentedTasks

/// What threads can come to that run the programs of ``Interleaved``, found without the check: one small step at a time, in every
/// order.
struct InterleavingModel {
  /// A small step of a thread.
  private enum Step {
    case lock(Lock)
    case unlock(Lock)
    /// Sees -1 and leaves out this many steps if the lock is taken.
    case tryLock(Lock, leavesOut: Int)
    /// Changes a variable, and keeps what it then is.
    case change(Variable)
    /// Changes a variable as if it still had the value that was kept.
    case changeKept(Variable)
    case set(Variable, Int)
    case exchange(Variable, Int)
    case compareExchange(Variable, Int)
    case keep([Variable])
    case keepMore(Variable)
    case seeKept
    /// Starts a thread that changes the value of the Mutex.
    case start
    /// Waits for that thread, and sees what it has kept, and what this one has.
    case join
  }

  private enum Lock: Int { case lock, other, again, mutex, actor }
  private enum Variable: Int { case first, second, third, mutex, word, otherWord }

  private struct Thread: Hashable {
    let caller: Int
    /// The index of its steps.
    let program: Int
    var next = 0
    var kept = 0
    var seen: [Int] = []
    var child: Int?
  }

  private struct State: Hashable {
    var values = Array(repeating: 0, count: 6)
    var owners: [Int?] = Array(repeating: nil, count: 5)
    var threads: [Thread]
  }

  private let programs: [[Step]]
  private var visited: Set<State> = []
  private let callers: Int
  /// What the callers come to, in the words of ``Observation/summary``.
  private(set) var outcomes: Set<String> = []

  init(_ operations: [[InstrumentedTasks.Operation]]) {
    callers = operations.count
    let own = operations.indices.map { index in operations[index].flatMap { Self.steps($0, caller: index + 1) } }
    programs = own + [Self.within(.mutex, steps: [.change(.mutex)])]
    explore(State(threads: operations.indices.map { Thread(caller: $0 + 1, program: $0) }))
  }

  private static func within(_ locks: Lock..., steps: [Step]) -> [Step] {
    locks.map(Step.lock) + steps + locks.reversed().map(Step.unlock)
  }

  private static func split(_ lock: Lock, _ variable: Variable) -> [Step] {
    within(lock, steps: [.keep([variable])]) + within(lock, steps: [.changeKept(variable)]) + [.seeKept]
  }

  private static func tries(_ lock: Lock, _ variable: Variable) -> [Step] {
    [.tryLock(lock, leavesOut: 3), .change(variable), .unlock(lock), .seeKept]
  }

  private static func steps(_ operation: InstrumentedTasks.Operation, caller: Int) -> [Step] {
    let addToMutex = within(.mutex, steps: [.change(.mutex)])
    let add = within(.lock, steps: [.change(.first)])
    switch operation {
    case .add: return add + [.seeKept]
    case .split: return split(.lock, .first)
    case .addToMutex: return addToMutex + [.seeKept]
    case .splitMutex: return split(.mutex, .mutex)
    case .nested: return within(.lock, .other, steps: [.change(.second)]) + [.seeKept]
    case .nestedBack: return within(.other, .lock, steps: [.change(.second)]) + [.seeKept]
    case .aroundMutex: return within(.lock, .mutex, steps: [.change(.mutex)]) + [.seeKept]
    case .withinMutex: return within(.mutex, .lock, steps: [.change(.first)]) + [.seeKept]
    case .load: return [.keep([.word]), .seeKept]
    case .store: return [.set(.word, caller)]
    case .exchange: return [.exchange(.word, caller + 4), .seeKept]
    case .compareExchange: return [.compareExchange(.word, caller + 6), .seeKept]
    case .loadOther: return [.keep([.otherWord]), .seeKept]
    case .storeOther: return [.set(.otherWord, caller)]
    case .loadLocked: return within(.lock, steps: [.keep([.word, .first])]) + [.seeKept]
    case .loadTwice: return [.keep([.word]), .keepMore(.word), .seeKept]
    case .tryLock: return tries(.other, .second)
    case .tryMutex: return tries(.mutex, .mutex)
    case .takeAgain: return within(.again, steps: [.change(.third)]) + [.seeKept]
    case .hop: return []
    case .onActor: return within(.actor, .mutex, steps: [.change(.mutex)]) + [.seeKept]
    case .splitOnActor: return [.lock(.actor)] + split(.mutex, .mutex) + [.unlock(.actor)]
    case .inTask: return [.start]
    case .inChild: return [.start] + add + [.join]
    }
  }

  private mutating func explore(_ state: State) {
    guard visited.insert(state).inserted else { return }
    var isBlocked = false, goesOn = false
    for index in state.threads.indices where state.threads[index].next < programs[state.threads[index].program].count {
      var after = state
      if run(index, &after) {
        goesOn = true
        explore(after)
      } else if case .lock = programs[state.threads[index].program][state.threads[index].next] {
        isBlocked = true
      }
    }
    if !goesOn { outcomes.insert(summary(state, isBlocked: isBlocked)) }
  }

  private func changed(_ value: Int, by caller: Int) -> Int { (value * 3 + caller) % 100 }

  /// Runs the next step of a thread. Returns whether it can.
  private func run(_ index: Int, _ state: inout State) -> Bool {
    var thread = state.threads[index]
    let step = programs[thread.program][thread.next]
    thread.next += 1
    switch step {
    case .lock(let lock):
      guard state.owners[lock.rawValue] == nil else { return false }
      state.owners[lock.rawValue] = index
    case .unlock(let lock): state.owners[lock.rawValue] = nil
    case .tryLock(let lock, let steps):
      if state.owners[lock.rawValue] == nil {
        state.owners[lock.rawValue] = index
      } else {
        thread.next += steps
        thread.seen.append(-1)
      }
    case .change(let variable):
      thread.kept = changed(state.values[variable.rawValue], by: thread.caller)
      state.values[variable.rawValue] = thread.kept
    case .changeKept(let variable): state.values[variable.rawValue] = changed(thread.kept, by: thread.caller)
    case .set(let variable, let value): state.values[variable.rawValue] = value
    case .exchange(let variable, let value):
      thread.kept = state.values[variable.rawValue]
      state.values[variable.rawValue] = value
    case .compareExchange(let variable, let value):
      thread.kept = -state.values[variable.rawValue]
      if thread.kept == 0 { state.values[variable.rawValue] = value }
    case .keep(let variables): thread.kept = variables.reduce(0) { $0 * 100 + state.values[$1.rawValue] }
    case .keepMore(let variable): thread.kept = thread.kept * 100 + state.values[variable.rawValue]
    case .seeKept: thread.seen.append(thread.kept)
    case .start:
      thread.child = state.threads.count
      state.threads.append(Thread(caller: thread.caller + 2, program: callers))
    case .join:
      let child = state.threads[thread.child!]
      guard child.next == programs[child.program].count else { return false }
      thread.seen.append(child.kept * 100 + thread.kept)
    }
    state.threads[index] = thread
    return true
  }

  private func summary(_ state: State, isBlocked: Bool) -> String {
    let words = state.threads[..<callers].map { thread in
      thread.next < programs[thread.program].count ? "waits" : thread.seen.map(String.init).joined(separator: ".")
    }
    return words.sorted().joined(separator: ", ") + "; 0 built" + (isBlocked ? ", blocked" : "")
  }
}
