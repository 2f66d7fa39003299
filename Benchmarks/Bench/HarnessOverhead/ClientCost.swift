import SingletonCore
import SingletonTextFormats

/// Strategies of another package's module, compared with the same source in the catalog.
enum ClientCost {
  private static let pairs = [("unsynchronized-lazy", "client-lazy"), ("mutex", "client-mutex")]
  private static let rounds = 15

  static func show() throws {
    var table = Table(figures: [
      "strategy", "threads", "M trials/s", "client's", "ratio", "ns per access", "client's", "ratio",
    ])
    for (own, client) in pairs {
      for threads in [1, 2] {
        let rounds = try (0..<rounds).map {
          try Round(own, client, threads: threads, isClientFirst: $0 % 2 == 1)
        }
        table.append(
          [own, "\(threads)"] + columns(rounds, \.trials, decimals: 2) + columns(rounds, \.nanoseconds, decimals: 3))
      }
    }
    table.show("Client: the same strategy in the catalog and in a client's module; medians of \(rounds) rounds")
  }

  private static func columns(_ rounds: [Round], _ figure: KeyPath<Figures, Double>, decimals: Int) -> [String] {
    let (own, client) = (rounds.map { $0.own[keyPath: figure] }, rounds.map { $0.client[keyPath: figure] })
    return [
      median(own).rounded(to: decimals), median(client).rounded(to: decimals),
      median(zip(own, client).map { $1 / $0 }).rounded(to: 2),
    ]
  }

  /// A row of each, one after the other, so that both run on the same machine in the same state.
  private struct Round {
    let own: Figures
    let client: Figures

    init(_ own: String, _ client: String, threads: Int, isClientFirst: Bool) throws {
      let first = try Figures(isClientFirst ? client : own, threads: threads)
      let second = try Figures(isClientFirst ? own : client, threads: threads)
      (self.own, self.client) = isClientFirst ? (second, first) : (first, second)
    }
  }

  private struct Figures {
    /// Millions of trials per second.
    let trials: Double
    /// The time of a later access.
    let nanoseconds: Double

    init(_ id: String, threads: Int) throws {
      let row = try RowRun.measured(id, threads: threads, time: .milliseconds(200))
      trials = Double(row.tally[.trials]) / Double(max(1, row.wallNanoseconds)) * 1_000
      nanoseconds = row.access?.p50 ?? 0
    }
  }
}
