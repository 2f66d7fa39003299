// An agenda with two once tokens, here two `static let` constants: one allocates, the other sets up. But the factory is
// open, and sets up as well.
// Swift 6 rejects this: static property 'allocated' is not concurrency-safe.

final class Agenda {
  private static let allocated = Agenda()
  private static let initialized = make()

  static var shared: Agenda { initialized }

  static func make() -> Agenda {
    let agenda = allocated
    agenda.setUp()
    return agenda
  }

  var appointments: [String] = []

  private init() {}

  func copy() -> Agenda { self }

  private func setUp() { appointments = ["Lunch"] }
}
