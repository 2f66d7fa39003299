import Foundation
import Outcomes
import Strategies

struct Crashing: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { Nowhere.address?.pointee = 1 }
  static var card: Card { Card("crashing", "writes where no memory is", .sound) }
}

/// Computed, so that no compiler sees that nothing is there.
private enum Nowhere {
  static var address: UnsafeMutablePointer<Int>? { UnsafeMutablePointer(bitPattern: Int(getpid()) & 1 | 8) }
}

struct Trapping: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { caller.fail("an assertion of the fixture\n") }
  static var card: Card { Card("trapping", "fails an assertion", .sound) }
}

struct Hanging: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { while true { sleep(1_000) } }
  static var card: Card { Card("hanging", "sleeps for ever", .sound) }
}

struct Spinning: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { while getpid() > 0 {} }
  static var card: Card { Card("spinning", "waits for ever, and keeps the processor", .sound) }
}

struct Exiting: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { exit(3) }
  static var card: Card { Card("exiting", "leaves the process", .sound) }
}

struct ExitingQuietly: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { exit(0) }
  static var card: Card { Card("exiting-quietly", "leaves the process as if all were well", .sound) }
}
