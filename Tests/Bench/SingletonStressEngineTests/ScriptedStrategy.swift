import SingletonCore
import SingletonPlatform
import Synchronization

@testable import SingletonStrategyKit

/// The behavior of all threads of a trial, however they are scheduled.
enum Script: UInt, CaseIterable {
  /// One instance.
  case healthy = 1
  /// An instance per access.
  case oneEach
  /// One instance, which every thread but its creator initializes again.
  case initializedAgain
  /// One instance that is not initialized.
  case halfBuilt
  /// One finished instance whose payload is wrong.
  case wrongPayload
  /// Every access returns `nil`.
  case nothing
  /// One instance, of the child's class.
  case wrongClass
}

/// A strategy that misbehaves as its script says. Trials get their scripts in turn, in the order in which they begin.
struct ScriptedStrategy: Strategy {
  typealias B = NativeBackend

  /// The number of trials that have begun. One test at a time uses the strategy.
  static let begun = Atomic<Int>(0)

  private let arrivals: NativeAtomicWord
  /// The raw value of the script, or 0 until the first thread has chosen one.
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
    case .initializedAgain:
      if !isFirst { caller.initialize(found) }
      return found
    default: return found
    }
  }

  /// Called by the first thread: chooses the script, and creates the instance that all threads return.
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
    case .healthy, .initializedAgain: return caller.make()
    case .wrongPayload:
      let instance = caller.make()
      instance.slot.pointee.content ^= 1
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

  static var info: StrategyInfo {
    StrategyInfo(id: "scripted", idea: "misbehaves as its script says", expects: [.firstAccess: .sound])
  }
}
