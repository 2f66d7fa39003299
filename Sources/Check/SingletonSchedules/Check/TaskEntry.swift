import SingletonPlatform
import SingletonStrategyKit

/// The code of the program with which a task begins.
struct TaskEntry {
  /// The address of the code whose line is that of the task's closure or function.
  let address: UInt

  /// Finds the code behind the functions that the compiler has made.
  ///
  /// - Parameter functions: The addresses of the function with which the task begins, of the one that it calls if it is a thunk,
  ///   and so on.
  init?(_ functions: [UInt]) {
    let called = functions.first { FunctionName.whole(at: $0)?.contains("reabstraction thunk") != true }
    guard let called, let symbol = FunctionName.symbol(at: called) else { return nil }
    // The code that hands a closure what it has captured is named after the closure.
    let own = symbol.hasSuffix("TA") ? String(symbol.dropLast(2)) : symbol
    guard let function = FunctionName.code(of: own, near: called), FunctionName.at(function.lowerBound) != nil else {
      return nil
    }
    if CodeLines.line(at: function.lowerBound).line > 0 {
      address = function.lowerBound
      return
    }
    // The compiler gives the beginning of the closure of an async let no line. It goes on in another function.
    guard let next = FunctionName.code(of: own + "TY0_", near: called),
      CodeLines.line(at: next.lowerBound).place == CodeLines.line(at: function.upperBound - 1).place
    else { return nil }
    address = next.lowerBound
  }
}
