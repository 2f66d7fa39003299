import SingletonCore
import SingletonTextFormats

/// What a table that does not tell thread counts apart must say of them.
struct ThreadsNote {
  private let threads: [Int]
  private let cores: [Int]

  init(_ rows: [StressRow]) {
    threads = Set(rows.map(\.key.threads)).sorted()
    cores = Set(rows.map(\.host.cores)).sorted()
  }

  /// - Parameter each: Where each thread count is by itself.
  func sentences(each: String) -> [String] {
    let pooled =
      "\(Self.list(threads)) threads count together: the worst verdict, all trials, the median ns; \(each)."
    return (threads.count < 2 ? [] : [pooled]) + [oversubscribed].compactMap(\.self)
  }

  /// The thread counts whose times say nothing of contention, because only as many threads run as there are cores.
  private var oversubscribed: String? {
    guard let most = cores.first, most > 0, cores.count == 1 else { return nil }
    let beyond = threads.filter { $0 > most }
    return beyond.isEmpty
      ? nil
      : "\(Self.list(beyond)) threads on \(HumanFormat.counted(most, "core")) take turns: there is hardly any contention in"
        + " ns."
  }

  private static func list(_ counts: [Int]) -> String {
    let texts = counts.map(HumanFormat.grouped)
    return texts.count < 2 ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + texts.last!
  }
}
