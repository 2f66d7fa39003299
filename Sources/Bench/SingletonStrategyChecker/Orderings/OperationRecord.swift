/// A record of the memory orders that explorations have reached in a strategy's source.
package final class OperationRecord {
  package internal(set) var sites: Set<OrderingSite> = []

  package init() {}

  package func note(_ sites: some Sequence<OrderingSite>) { self.sites.formUnion(sites) }
}
