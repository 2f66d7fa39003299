import Foundation

/// The limits of the model checker's commands, and their interruption.
extension Torture {
  private static let manyOutcomes =
    "{\"name\": \"many\", \"threads\": ["
    + Array(repeating: "[\"W.rlx x 1\", \"W.rlx x 2\", \"R.rlx r0 x\"]", count: 5).joined(separator: ", ") + "]}"

  mutating func interruptedSearches(count: Int) throws -> Tally {
    var tally = Tally("SIGINT at 1 to 235 ms of check and litmus")
    for _ in 0..<count {
      bench.removeAll()
      bench.write(Array(Self.manyOutcomes.utf8), to: "f.json")
      let command = [["check", "--threads", "2,5"], ["singleton-litmus", "f.json", "--model", "rc11"]].randomElement(
        using: &random)!
      let moment = Double.random(in: 0.001...0.235, using: &random)
      let trial = try bench.run(command, meanwhile: sending(SIGINT, at: moment))
      let isEarly = trial.messages.isEmpty && trial.output.isEmpty
      tally.add(
        trial, "\(command[0]) after \(moment) s",
        complaint: trial.end == .exited(130) || isEarly && trial.status == 130 ? nil : "another end")
    }
    return tally
  }

  mutating func searchLimits(count: Int) throws -> Tally {
    let litmus = ["singleton-litmus", "f.json"]
    let script = "cat >f.json <<'E'\n\(Self.manyOutcomes)\nE\nulimit -v 2000000; " + Bench.plain
    func search(_ arguments: [String], _ ends: Set<Int32>, _ says: String = "") -> Case {
      Case(arguments.joined(separator: " "), arguments, script: script, ends: ends, says: says)
    }
    let limits = [["--max-executions", "1"], ["--max-executions", "1000"], ["--time", "1ms"], ["--time", "300ms"]]
    let cases =
      limits.flatMap { [search(["check", "--threads", "4"] + $0, [3]), search(litmus + $0, [3])] } + [
        search(litmus, [0, 3]), search(["check", "--threads", "6"], [64], "1 to 5 threads"),
        search(["check", "--threads", "0"], [64]), search(["check", "--max-executions", "0"], [64]),
        search(["check", "--max-executions", "99999999999999999999"], [64]), search(["check", "--time", "-1s"], [64]),
        search(litmus + ["--time", "1e999s"], [64]),
      ]
    return try tryCases("limits of check and litmus", cases, count: count)
  }
}
