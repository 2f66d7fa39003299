import Synchronization

/// One instruction of a litmus program.
public struct LitmusInstruction {
  public enum Kind { case load, store, fence }
  public enum Order { case relaxed, acquire, release, acquireRelease, sequentiallyConsistent }

  let kind: Kind
  let order: Order
  let location: Int
  /// The value that is stored, or the register that is loaded.
  let number: Int

  public init(_ kind: Kind, _ order: Order, location: Int = 0, number: Int = 0) {
    (self.kind, self.order, self.location, self.number) = (kind, order, location, number)
  }
}

/// The atomic variables of a litmus program, written as applications write them.
public final class LitmusMemory: Sendable {
  /// What a program has for each register, as one digit; 0 if it was not set.
  public static let radix = 10

  private let first = Atomic(0)
  private let second = Atomic(0)
  private let third = Atomic(0)

  public init() {}

  public func value(of location: Int) -> Int { load(location, .relaxed) }

  /// Runs a thread, and returns its registers, each of them plus 1.
  public func run(_ program: UnsafePointer<LitmusInstruction>, count: Int) -> Int {
    var registers = 0
    for index in 0..<count {
      let next = program[index]
      switch next.kind {
      case .fence: fence(next.order)
      case .store: store(next.number, next.location, next.order)
      case .load:
        var place = 1
        for _ in 0..<next.number { place *= Self.radix }
        registers += (load(next.location, next.order) + 1) * place
      }
    }
    return registers
  }

  private func load(_ location: Int, _ order: LitmusInstruction.Order) -> Int {
    switch location {
    case 0: Self.load(first, order)
    case 1: Self.load(second, order)
    default: Self.load(third, order)
    }
  }

  private func store(_ value: Int, _ location: Int, _ order: LitmusInstruction.Order) {
    switch location {
    case 0: Self.store(value, first, order)
    case 1: Self.store(value, second, order)
    default: Self.store(value, third, order)
    }
  }

  private static func load(_ variable: borrowing Atomic<Int>, _ order: LitmusInstruction.Order) -> Int {
    switch order {
    case .relaxed: variable.load(ordering: .relaxed)
    case .sequentiallyConsistent: variable.load(ordering: .sequentiallyConsistent)
    default: variable.load(ordering: .acquiring)
    }
  }

  private static func store(_ value: Int, _ variable: borrowing Atomic<Int>, _ order: LitmusInstruction.Order) {
    switch order {
    case .relaxed: variable.store(value, ordering: .relaxed)
    case .sequentiallyConsistent: variable.store(value, ordering: .sequentiallyConsistent)
    default: variable.store(value, ordering: .releasing)
    }
  }

  private func fence(_ order: LitmusInstruction.Order) {
    switch order {
    case .acquire: atomicMemoryFence(ordering: .acquiring)
    case .release: atomicMemoryFence(ordering: .releasing)
    case .sequentiallyConsistent: atomicMemoryFence(ordering: .sequentiallyConsistent)
    default: atomicMemoryFence(ordering: .acquiringAndReleasing)
    }
  }
}
