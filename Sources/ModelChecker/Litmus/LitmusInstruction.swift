/// A number, a register, or a register and a number.
struct LitmusExpression: Equatable {
  /// -1 where there is none.
  var register = -1
  var constant: UInt = 0
}

/// A location by its name, or by the value that a register makes part of its name: `f$r0`.
struct LitmusLocation: Equatable {
  /// The number of the name; of what stands before the `$` where there is a register.
  var name = -1
  /// -1 where there is none.
  var register = -1
}

/// One instruction of a litmus thread: numbers only, since each is copied whenever it is run.
enum LitmusInstruction {
  /// Its location, value and expected value are filled in when it is run.
  case access(LitmusAccess)
  /// Goes over the next `count` instructions if the two are equal, or if they are not.
  case skip(count: Int, LitmusExpression, isEqual: Bool, LitmusExpression)
  case set(register: Int, LitmusExpression)
}

struct LitmusAccess {
  var operation: Operation
  var location = LitmusLocation()
  /// What is written or added, compared with by a wait, or desired.
  var value = LitmusExpression()
  var expected = LitmusExpression()
  /// Where what was read goes; -1 for nowhere.
  var register = -1
  /// Whether the register gets 1 for an update that has written and 0 for one that has not, instead of what was read.
  var reportsSuccess = false
  /// Whether `value` is what the wait compares with.
  var comparesValue = false
}
