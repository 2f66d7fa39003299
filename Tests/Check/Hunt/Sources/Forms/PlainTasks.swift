import CForms
import PlainCForms
import PlainForms
import SingletonSchedules

/// State of code without the flags that stays after a schedule.
func addPlainTasks(to forms: inout Forms) {
  forms.addTasks(
    "B_uninstrumentedGlobalActor", fresh: { 0 },
    roles: { _ in await PlainSessions.token("a") }, { _ in await PlainSessions.token("b") },
    expecting: { _, v in v[0] == v[1] })
  forms.addTasks(
    "S_uninstrumentedGlobalActor", fresh: { 0 },
    roles: { _ in await PlainSessions.tokenAtOnce("a") }, { _ in await PlainSessions.tokenAtOnce("b") },
    expecting: { _, v in v[0] == v[1] })
  let loads: [(String, @Sendable (PlainLoader) async -> Int)] = [
    ("B_uninstrumentedStatic", { await $0.load() }), ("B_uninstrumentedMainStatic", { await $0.loadMain() }),
    ("S_uninstrumentedMainStatic", { await $0.loadMainWhole() }),
  ]
  for (name, load) in loads {
    forms.addTasks(
      name, fresh: { PlainLoader() }, roles: { await load($0) }, { await load($0) },
      expecting: { _, v in v[0] + v[1] <= 1 })
  }
  forms.addTasks("B_uninstrumentedObject") { try await check(fresh: { 0 }, access: { _ in await PlainOnce.get() }) }
  // The system writes into memory of the program; one task alone does so in each step.
  for (name, first) in [("S_systemWritesTasks", c_first_byte), ("S_plainSystemWritesTasks", plain_first_byte)]
    as [(String, @Sendable () -> CChar)]
  {
    forms.addTasks(
      name, fresh: { Starting() }, roles: { await $0.number(of: first) }, { await $0.number(of: first) },
      expecting: { _, v in v == [0x72, 0x72] })
  }
  let starts: [(String, @Sendable () -> Bool, @Sendable () -> Void)] = [
    ("B_cNamedTasks", { plain_named_is_started() != 0 }, { plain_named_start() }),
    ("B_cUnderscoreTasks", { plain_is_started() != 0 }, { plain_start() }),
    ("B_cThreadLocalTasks", { plain_thread_get() == 1 }, { plain_thread_set(1) }),
    ("B_boxOfProgram", { PlainBox.shared.text != nil }, { PlainBox.shared.text = "started" }),
  ]
  for (name, look, mark) in starts {
    forms.addTasks(
      name, fresh: { Starting() }, roles: { await $0.start(look, mark) }, { await $0.start(look, mark) },
      expecting: { _, v in v[0] + v[1] <= 1 })
    // In each run one task is the first, and either may be.
    forms.addTasks(
      name + "First", fresh: { Starting() }, roles: { await $0.start(look, mark) }, { await $0.start(look, mark) },
      expecting: { _, v in v[1] == 0 })
  }
}

/// Looks, awaits and marks.
actor Starting {
  func start(_ look: () -> Bool, _ mark: () -> Void) async -> Int {
    if look() { return 0 }
    await Task.yield()
    mark()
    return 1
  }
  func number(of byte: () -> CChar) -> Int { Int(byte()) }
}
