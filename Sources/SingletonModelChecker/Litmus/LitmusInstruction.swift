/// An integer, a register, or the sum of a register and an integer.
struct LitmusExpression: Equatable {
  /// The index of the register, or -1 if there is none.
  var register = -1
  var constant: UInt = 0
}

/// A location, given by its name or, as in `f$r0`, by a prefix that the value of a register completes.
struct LitmusLocation: Equatable {
  /// The number of the name, or that of the prefix before the `$` if there is a register.
  var name = -1
  /// The index of the register, or -1 if there is none.
  var register = -1
}

/// One instruction of a litmus thread. It consists of numbers only, because it is copied each time it is executed.
enum LitmusInstruction {
  /// An access or a fence. Its location, value, and expected value are filled in when it is executed.
  case access(LitmusAccess)
  /// Skips the next `count` instructions if the two expressions are equal, or if they are unequal.
  case skip(count: Int, LitmusExpression, isEqual: Bool, LitmusExpression)
  case set(register: Int, LitmusExpression)
}

struct LitmusAccess {
  var operation: Operation
  var location = LitmusLocation()
  /// The value to write, to add, to compare with in a wait, or to exchange.
  var value = LitmusExpression()
  var expected = LitmusExpression()
  /// The index of the register that receives the value read, or -1 for none.
  var register = -1
  /// Whether the register receives 1 or 0, for an update that has or has not written, instead of the value read.
  var reportsSuccess = false
  /// Whether `value` is the comparand of a wait.
  var comparesValue = false
}
