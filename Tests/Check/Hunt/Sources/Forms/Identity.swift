import Foundation
import SingletonCheck
import Synchronization

/// What tells instances apart, and what counts as built.
func addIdentity(to forms: inout Forms) {
  forms.add("B_hiddenMirror") { try check(fresh: { Values() }, access: { $0.hidden }) }
  // Identity is that of addresses, as documented, and a string has none.
  forms.add("U_mixedTuple") { try check(fresh: { Values() }, access: { $0.mixed }) }
  forms.add("B_stringToken") { try check(fresh: { Values() }, access: { $0.text }) }
  forms.add("B_numberToken") { try check(fresh: { Values() }, identity: { $0 }, access: { $0.number }) }
  forms.add("S_numberToken") { try check(fresh: { Values() }, identity: { _ in 0 }, access: { $0.number }) }
  forms.add("B_closure") { try check(fresh: { Values() }, access: { $0.closure }) }
  forms.add("B_boxedStruct") { try check(fresh: { Values() }, access: { $0.boxed }) }
  forms.add("B_existentialPayload") { try check(fresh: { Values() }, access: { $0.erased }) }
  forms.add("B_inDictionary") { try check(fresh: { Values() }, access: { $0.table }) }
  forms.add("B_inEnum") { try check(fresh: { Values() }, access: { $0.wrapped }) }
  forms.add("S_inEnum") { try check(fresh: { Values() }, access: { $0.sameWrapped }) }
  forms.add("B_buildsOnceArray") { try check(buildsOnce: true, fresh: { BuildsTwice() }, access: { [$0.object] }) }
  forms.add("B_buildsOnceSubclass") { try check(buildsOnce: true, fresh: { BuildsTwice() }, access: { $0.animal }) }
  forms.add("S_buildsTwiceAllowed") { try check(fresh: { BuildsTwice() }, access: { $0.handle }) }
}

private final class Values: @unchecked Sendable {
  struct Hidden: CustomReflectable {
    let thing: Thing
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  struct Holder { let thing: Thing }
  enum Wrapped { case none, some(Thing, Int) }
  private let shared = (0..<8).map { _ in Thing() }, lock = NSLock()
  private var calls = 0
  private func counted() -> Int {
    lock.withLock {
      calls += 1
      return calls
    }
  }
  private func new() -> Thing { Thing(counted()) }
  var hidden: Hidden { Hidden(thing: new()) }
  var mixed: (Thing, String) { (shared[0], "\(counted())") }
  var text: String { "token \(counted())" }
  var number: Int { counted() }
  var closure: () -> Int {
    let number = counted()
    return { number }
  }
  var boxed: Holder { Holder(thing: new()) }
  var erased: Any { Holder(thing: new()) }
  var table: [String: Thing] { ["a": new()] }
  var wrapped: Wrapped { .some(new(), 1) }
  var sameWrapped: Wrapped { .some(shared[0], counted() * 0) }
}

private final class BuildsTwice: @unchecked Sendable {
  class Animal: @unchecked Sendable {}
  final class Connection: Animal, @unchecked Sendable { let port = 1 }
  struct Handle { let connection: Connection }
  private let slot = AtomicLazyReference<Connection>(), lock = NSLock()
  var object: Connection { slot.load() ?? slot.storeIfNil(Connection()) }
  var handle: Handle { Handle(connection: object) }
  var animal: Animal { object }
}
