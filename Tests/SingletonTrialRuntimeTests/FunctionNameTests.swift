import SingletonTrialRuntime
import Testing

struct FunctionNameTests {
  @Test(arguments: [
    ("App.Store.current() async -> App.Thing", "Store.current()"),
    ("(2) await resume partial function for App.Store.current() async -> App.Thing", "Store.current()"),
    ("(1) suspend resume partial function for App.look(App.Store) async -> App.Thing?", "look()"),
    ("App.Store.shared.getter : App.Thing", "Store.shared.getter"),
    (
      """
      (2) suspend resume partial function for closure #4 @Sendable (App.Store) async -> Swift.Optional<App.Thing> in \
      App.Tests.try() throws -> ()
      """, "closure 4 in Tests.try()"
    ),
    (
      "closure #1 () async -> () in App.Run.(start in _8F391F992E5EB23ECF3D7365E1BDB13A)(Swift.Int) -> ()",
      "closure 1 in Run.start()"
    ),
    ("implicit closure #1 () async -> App.Thing in App.Store.child() async -> App.Thing", "closure 1 in Store.child()"),
    (
      """
      function signature specialization <Arg[0] = Owned To Guaranteed> of (1) suspend resume partial function for \
      App.Store.current() async -> App.Thing
      """, "Store.current()"
    ),
    (
      """
      (3) suspend resume partial function for static Swift.Task< where A == Swift.Never, B == Swift.Never>.sleep(until: A, \
      clock: B) async throws -> ()
      """, "Task.sleep()"
    ),
  ])
  func `A demangled name is shortened`(name: String, short: String) {
    #expect(FunctionName.short(name) == short)
  }

  @Test func `Code that the compiler has made has no name`() {
    #expect(FunctionName.short("reabstraction thunk helper from @escaping @callee_guaranteed () -> ()") == nil)
  }
}
