import Foundation

// cycle

final class RelayManager: ProcessForm {
  static let shared = RelayManager()
  private let activation: Activation
  private init() { activation = Activation.shared }
  static func instance() -> RelayManager? { shared }
}

private final class Activation {
  static let shared = Activation()
  private let manager: RelayManager
  private init() { manager = RelayManager.shared }
}

final class RelayManagerWithoutCycle: ProcessForm {
  static let shared = RelayManagerWithoutCycle()
  private let activation: ActivationLater
  private init() { activation = ActivationLater.shared }
  static func instance() -> RelayManagerWithoutCycle? { shared }
}

private final class ActivationLater {
  static let shared = ActivationLater()
  /// Asked when it is needed.
  private let manager: () -> RelayManagerWithoutCycle
  private init() { manager = { RelayManagerWithoutCycle.shared } }
}

// main-queue-in-static-let

/// A queue that stands for the main queue, and two callers, of which the first is on it and works there before it asks.
private struct Interface {
  private let queue = DispatchQueue(label: "interface")
  private let isInterface = DispatchSpecificKey<Bool>()
  private let turns = DispatchSemaphore(value: 1)

  init() { queue.setSpecific(key: isInterface, value: true) }

  func ask(_ body: () -> Made) -> Made {
    guard turns.wait(timeout: .now()) == .success else { return body() }
    return queue.sync {
      usleep(1_000)
      return body()
    }
  }

  func sync(_ body: () -> Void) {
    if DispatchQueue.getSpecific(key: isInterface) == true { body() } else { queue.sync(execute: body) }
  }

  func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}

enum WaitsForQueue: ProcessForm {
  private static let interface = Interface()
  private static let shared = {
    interface.sync {}
    return Made()
  }()
  static func instance() -> Made? { interface.ask { shared } }
}

enum AsksQueueLater: ProcessForm {
  private static let interface = Interface()
  private static let shared = {
    interface.async {}
    return Made()
  }()
  static func instance() -> Made? { interface.ask { shared } }
}
