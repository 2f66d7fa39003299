import CSingletonHooks
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// The memory orders that one exploration gives to the atomic operations of instrumented code.
///
/// The code may be generic or inlined in several places, so an operation is known by its position in the source.
final class SiteOrders {
  /// An operation as a piece of code performs it. In C and C++, its order may be a variable.
  private struct Performed: Hashable {
    let code: UInt
    let order: MemoryOrder
    let failureOrder: MemoryOrder
  }

  private let orders: [OrderingSite: MemoryOrder]
  private var known: [Performed: (sites: [OrderingSite], orders: [MemoryOrder])] = [:]

  init(_ orders: [OrderingSite: MemoryOrder]) { self.orders = orders }

  /// The sites of the operations that were performed. Those of a `Mutex` or an `AtomicLazyReference` are not among them,
  /// because their orders are the library's.
  var sites: some Sequence<OrderingSite> {
    known.lazy.filter { !ch_is_of_library($0.key.code) }.flatMap(\.value.sites)
  }

  /// An atomic operation whose place in the source is not known, if any.
  var obstacle: Undecided? {
    guard sites.contains(where: { $0.sourceLine == .unknown }) else { return nil }
    return Undecided("an atomic operation whose line is not known; build with debug information", place: nil)
  }

  /// Gives an operation the order of this exploration.
  func apply(to operation: inout Operation) {
    guard !operation.isLook, let roles = operation.roles else { return }
    let performed = Performed(
      code: operation.sourceLine, order: operation.order, failureOrder: operation.failureOrder)
    let orders = orders(of: performed, roles)
    (operation.order, operation.failureOrder) = (orders[0], orders.last!)
  }

  private func orders(of performed: Performed, _ roles: [OrderingSite.Role]) -> [MemoryOrder] {
    if let known = known[performed] { return known.orders }
    let position = CodeLines.position(returnAddress: performed.code)
    let sites = zip(roles, [performed.order, performed.failureOrder]).map { role, written in
      OrderingSite(sourceLine: position.line, column: position.column, role: role, written: written)
    }
    let orders = sites.map { self.orders[$0] ?? $0.written }
    known[performed] = (sites, orders)
    return orders
  }
}

extension Operation {
  /// The roles of the memory orders that the code has chosen, or `nil` if it has chosen none.
  fileprivate var roles: [OrderingSite.Role]? {
    guard order.isAtomic else { return nil }
    return switch hook {
    case ch_load: [.load]
    case ch_store: [.store]
    case ch_modify: update == .compareExchange ? [.success, .failure] : [.update]
    case ch_fence: [.fence]
    default: nil
    }
  }
}
