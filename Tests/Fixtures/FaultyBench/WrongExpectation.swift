import Foundation
import SingletonBench

/// A defective strategy that is declared to be sound, and runs natively only.
struct WrongExpectation: Strategy {
  typealias B = NativeBackend

  private let instance: Variable<NativeBackend>

  init(_ cell: inout NativeCell) { instance = cell.variable() }

  /// The sleep lets the other threads enter, however busy the machine is.
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    if instance.load() == nil {
      usleep(200)
      instance.store(caller.make())
    }
    return instance.load()
  }

  static var info: StrategyInfo { StrategyInfo("wrong-expectation", "no lock, and a sleep before the store", .sound) }
}
