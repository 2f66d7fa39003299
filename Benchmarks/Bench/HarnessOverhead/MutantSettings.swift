import MutantStrategies
import SingletonArgumentParsing

/// The arguments of `HarnessOverhead mutants`.
struct MutantSettings {
  var threads = [2, 64]
  var runs = 10
  /// The mutants to run, or an empty list for all.
  var ids: [String] = []
}

struct MutantsCommand: ParsableCommand {
  let name = "mutants"
  let abstract = "which mutants of the sound strategies a run shows, after how long, and which the checker finds"
  let examples = [
    Example("mutants --runs 100 --threads 2 two-locks", "how often two threads show one mutant in a row's time")
  ]
  let defaults = MutantSettings()

  var options: [Option<MutantSettings>] {
    [
      Option("--threads", .threadCounts, sets: \.threads, "threads that call", default: "2,64"),
      Option("--runs", .wholeNumber(in: 1...10_000), sets: \.runs, "runs of each mutant", default: "10"),
    ]
  }

  var argument: Argument<MutantSettings>? { Argument(.mutant, count: 0...Int.max, appendsTo: \.ids) }
}

extension ArgumentValue<[Int]> {
  fileprivate static var threadCounts: ArgumentValue {
    ArgumentValue(info: ValueInfo(placeholder: "N,N", expected: "numbers of threads, such as 2,64")) { text in
      let counts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      return counts.allSatisfy { (2...255).contains($0) } ? counts : nil
    } format: {
      $0.map(String.init).joined(separator: ",")
    }
  }
}

extension ArgumentValue<String> {
  fileprivate static var mutant: ArgumentValue {
    let ids = MutantEntry.all.map(\.mutation.id)
    return ArgumentValue(
      info: ValueInfo(placeholder: "MUTANT", expected: "a mutant's id", completion: .words(ids)),
      parse: { ids.contains($0) ? $0 : nil }, format: \.self)
  }
}
