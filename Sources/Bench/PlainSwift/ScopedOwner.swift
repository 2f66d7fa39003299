// An order database that is built by the owner of everything, which passes it on. Nothing is global: a signed-out user,
// or a test, gets a new owner.

final class OrderDatabase: Sendable {
  let path: String

  init(path: String) { self.path = path }
}

struct OrderList {
  let database: OrderDatabase
}

struct OrderSearch {
  let database: OrderDatabase
}

struct UserScope {
  private let database: OrderDatabase

  init(user: String) { database = OrderDatabase(path: "\(user).sqlite") }

  func makeList() -> OrderList { OrderList(database: database) }
  func makeSearch() -> OrderSearch { OrderSearch(database: database) }
}
