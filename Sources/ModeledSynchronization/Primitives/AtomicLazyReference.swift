import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// The toolchain's `AtomicLazyReference`, which the model checker can see: a reference that is stored once.
public struct AtomicLazyReference<Instance: AnyObject>: ~Copyable {
  private let cell: Cell<Instance?>

  /// Creates a reference that is `nil`.
  public init(file: StaticString = #filePath, line: UInt = #line) {
    cell = Cell(nil, "AtomicLazyReference", .value, file, line)
  }

  /// Stores an instance if there is none.
  ///
  /// - Returns: The instance that the reference then has.
  public borrowing func storeIfNil(
    _ desired: consuming Instance, file: StaticString = #filePath, line: UInt = #line
  ) -> Instance {
    let desired = desired
    guard let thread = Primitive.thread else {
      return cell.locked { instance in
        if instance == nil { instance = desired }
        return instance ?? desired
      }
    }
    let site = SourceLine(file, line)
    let word = thread.word(of: desired, at: site)
    let found = thread.perform(
      .compareExchange(cell.location(thread), expected: 0, desired: word, .acquireRelease, failure: .acquire),
      .lazyReferenceStore, at: site)
    return found == 0 ? desired : thread.value(of: found, or: desired)
  }

  /// Returns the instance, or `nil` if none was stored yet.
  public borrowing func load(file: StaticString = #filePath, line: UInt = #line) -> Instance? {
    guard let thread = Primitive.thread else { return cell.locked { $0 } }
    let word = thread.perform(
      .load(cell.location(thread), .acquire), .lazyReferenceLoad, at: SourceLine(file, line))
    return thread.value(of: word, or: nil)
  }
}

extension AtomicLazyReference: @unchecked Sendable where Instance: Sendable {
  // Unchecked: each operation takes the cell's lock or is a step of the model.
}
