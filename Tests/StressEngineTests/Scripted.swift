import Outcomes
import Synchronization

@testable import Strategies
@testable import StressEngine

/// What all threads of one trial do, whatever the scheduler makes of it.
enum Script: UInt, CaseIterable {
  /// One instance for everybody.
  case healthy = 1
  /// Each access builds an instance of its own.
  case oneEach
  /// One instance, which each but its maker initialises again.
  case initialisedAgain
  /// One instance, which nobody initialises.
  case halfBuilt
  /// One finished instance whose payload is wrong.
  case wrongPayload
  /// Nobody gets anything.
  case nothing
  /// One instance, of the child's class.
  case wrongClass
}

/// A strategy that misbehaves to order: trials get their scripts in turn, in the order in which they begin.
struct Scripted: Strategy {
  typealias W = NativeWorld

  /// Trials that have begun. One test at a time uses the strategy.
  static let begun = Atomic<Int>(0)

  private let arrivals: NativeAtomicWord
  /// 0 until the first to come has decided.
  private let script: NativeAtomicWord
  private let instance: NativeAtomicWord

  init(_ cell: inout NativeCell) {
    arrivals = cell.atomicMemory()
    script = cell.atomicMemory()
    instance = cell.atomicMemory()
  }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    let isFirst = arrivals.address.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0
    if isFirst { direct(caller) }
    switch directions {
    case .nothing: return nil
    case .oneEach: return caller.make()
    case .initialisedAgain:
      if !isFirst { caller.initialise(found) }
      return found
    default: return found
    }
  }

  /// What the first to come does for all: decides, and builds where one instance is for everybody.
  private func direct(_ caller: NativeCaller) {
    let turn = Self.begun.wrappingAdd(1, ordering: .relaxed).oldValue
    let chosen = Script.allCases[turn % Script.allCases.count]
    if let instance = built(for: chosen, caller) { self.instance.store(instance.word, .releasing) }
    script.store(chosen.rawValue, .releasing)
  }

  private func built(for script: Script, _ caller: NativeCaller) -> NativeInstance? {
    switch script {
    case .oneEach, .nothing: return nil
    case .halfBuilt: return caller.allocate()
    case .wrongClass: return caller.make(.child)
    case .healthy, .initialisedAgain: return caller.make()
    case .wrongPayload:
      let instance = caller.make()
      instance.slot.pointee.payload = 0
      return instance
    }
  }

  private var directions: Script {
    var turns = 0
    while true {
      if let script = Script(rawValue: script.load(.acquiring)) { return script }
      turns += 1
      if turns % 64 == 0 { yieldProcessor() }
    }
  }

  private var found: NativeInstance { NativeInstance(word: instance.load(.acquiring))! }

  static var card: Card { Card(id: "scripted", idea: "misbehaves to order", expects: [.firstAccess: .sound]) }
}
