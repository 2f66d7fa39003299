import SingletonPlatform
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
    (
      "partial apply forwarder for closure #1 () async throws -> App.Thing in App.Tests.try() throws -> ()",
      "closure 1 in Tests.try()"
    ),
    (
      "closure #2 (App.Store) -> () in variable initialization expression of App.checks : [App.Check]",
      "closure 2 in checks"
    ),
  ])
  func `A demangled name is shortened`(name: String, short: String) {
    #expect(FunctionName.short(name) == short)
  }

  @Test func `A closure has the module of the code around it`() {
    let name = """
      function signature specialization <Arg[2] = [Constant Propagated Function : closure #2 (App.Store) -> ()]> of \
      closure #1 (inout Swift.Int) -> () in closure #2 (App.Store) -> () in AppTests.Roles.(check in _8F39)() -> ()
      """
    #expect(FunctionName.module(ofClosure: name) == "AppTests")
    #expect(FunctionName.short(name) == "closure 1 in Roles.check()")
    #expect(FunctionName.module(ofClosure: "App.Store.current() async -> App.Thing") == nil)
  }

  @Test func `Code that the compiler has made has no name`() {
    #expect(FunctionName.short("reabstraction thunk helper from @escaping @callee_guaranteed () -> ()") == nil)
  }
}
