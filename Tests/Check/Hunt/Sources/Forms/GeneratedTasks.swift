import SingletonSchedules

extension Forms {
  /// Adds a form whose tasks call a function each, and look at what it has returned after others may have called.
  mutating func addCalls(_ name: String, _ functions: [Function], _ outcome: [Int]) {
    addTasks(name) {
      try await check(
        fresh: { CallingActor(functions) }, roles: { await $0.call(0) }, { await $0.call(1) },
        expecting: { _, v in v == outcome })
    }
  }
}

private actor CallingActor {
  private let functions: [Function]
  init(_ functions: [Function]) { self.functions = functions }
  func call(_ caller: Int) async -> Int {
    let returned = functions[caller].call(caller)
    await Task.yield()
    return functions[caller].look(returned)
  }
}
