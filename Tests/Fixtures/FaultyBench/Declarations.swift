import Foundation
import Outcomes
import Strategies

/// Nothing is wrong with this one.
struct Sound: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) {}
  static var card: Card { Card("sound", "a lock round the accessor", .sound) }
}

/// As sound as the other, and declared to be defective.
struct SilentDefect: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) {}
  static var card: Card { Card("silent-defect", "a defect that nobody can show", .defect(.instances)) }
}

/// Defective, and declared to be sound.
struct WrongExpectation: Strategy {
  typealias W = NativeWorld

  private let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) { instance = cell.variable() }

  /// The nap lets the other threads come in, whatever the machine has to do.
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    if instance.load() == nil {
      usleep(200)
      instance.store(caller.make())
    }
    return instance.load()
  }

  static var card: Card { Card("wrong-expectation", "no lock, and a nap before the store", .sound) }
}
