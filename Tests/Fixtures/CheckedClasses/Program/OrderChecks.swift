import CSingletons
import CheckedClasses
import Foundation
import SingletonCheck

/// Finds the minimal sets of memory orders of a class with numbers of threads.
typealias OrderSearch = (ClosedRange<Int>, MemoryModel) throws -> WeakestOrders

let orderSearches: [(String, OrderSearch)] = [
  ("ticket", ticketLocked { $0.strongest }), ("least-ticket", ticketLocked { $0.least }),
  ("weak-ticket", ticketLocked { $0.tooWeak }),
  ("looks-twice", { try weakestOrders(threads: $0, under: $1, fresh: { LooksTwice() }, access: { $0.cache }) }),
  (
    "fenced",
    {
      try weakestOrders(threads: $0, under: $1, fresh: { Fenced() }, roles: { $0.cache }, expecting: { _, _ in true })
    }
  ),
  (
    "two-flags",
    {
      try weakestOrders(
        threads: $0, under: $1, fresh: { TwoFlagged() }, roles: { $0.cache }, expecting: { _, _ in true })
    }
  ),
  ("mutex", { try weakestOrders(threads: $0, under: $1, fresh: { GuardedByMutex() }, access: { $0.cache }) }),
  ("c", { try weakestOrders(threads: $0, under: $1, fresh: {}, access: { _ in cs_double_checked() }) }),
  ("inlined-c", { try weakestOrders(threads: $0, under: $1, fresh: {}, access: { _ in cs_exchanged() }) }),
  ("limited", ticketLocked(executions: 3) { $0.least }),
  ("looks-across", lookingAcross { $0.contains(true) }),
  ("late-limit", lookingAcross(executions: 4) { _ in true }),
  ("looks-at-clock", lookingTooEarly { $0.clock() }), ("exchanges-late", lookingTooEarly { $0.exchange() }),
]

private func lookingAcross(
  executions: UInt64? = nil, expecting isExpected: @escaping ([Bool]) -> Bool
) -> OrderSearch {
  {
    try weakestOrders(
      threads: $0, under: $1, executions: executions, fresh: { LooksAcross() }, roles: { $0.fromLeft() },
      { $0.fromRight() }, expecting: { isExpected($1) })
  }
}

private func lookingTooEarly(_ otherwise: @escaping (borrowing LooksTooEarly) -> Date?) -> OrderSearch {
  {
    try weakestOrders(
      threads: $0, under: $1, fresh: { LooksTooEarly() }, roles: { $0.publish() }, { $0.look(otherwise) },
      expecting: { $1 == [nil, nil] })
  }
}

private func ticketLocked(
  executions: UInt64? = nil, _ access: @escaping (borrowing TicketLocked) -> Cache?
) -> OrderSearch {
  { try weakestOrders(threads: $0, under: $1, executions: executions, fresh: { TicketLocked() }, access: access) }
}

/// Prints the minimal sets of the classes whose names are given, a line for each.
func printOrders(of names: [String], _ threads: ClosedRange<Int>, _ model: MemoryModel, isVerbose: Bool) {
  for (name, search) in orderSearches where names.contains(name) {
    do {
      let orders = try search(threads, model)
      for set in orders.sets {
        let texts = set.map { order in
          let defects = order.defects.sorted { $0.key.name < $1.key.name }.map {
            "\($0.key.name): \($0.value.rawValue)"
          }
          return ["\(order.role) \(order.written.name) \(order.least.name)"] + defects
        }
        print("\(name): \(texts.map { $0.joined(separator: ", ") }.joined(separator: "; "))")
      }
      if let reason = orders.reason { print("\(name): \(reason)") }
      if isVerbose { print(orders) }
    } catch { print("\(name): \(error)") }
  }
}
