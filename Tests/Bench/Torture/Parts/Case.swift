/// A trial that is always the same: unusual surroundings or an unusual input, and how the program must end there.
struct Case {
  let name: String
  let arguments: [String]
  /// A script of bash, which starts the program and its arguments as `"$@"`.
  let script: String
  /// The ends that are right, as a shell tells them.
  let ends: Set<Int32>
  /// What a message must say.
  let says: String

  init(
    _ name: String, _ arguments: [String], script: String = Bench.plain, ends: Set<Int32>, says: String = ""
  ) {
    self.name = name
    self.arguments = arguments
    self.script = script
    self.ends = ends
    self.says = says
  }

  /// Returns what is wrong with a trial of it, or `nil`.
  func complaint(about trial: Trial) -> String? {
    guard let status = trial.status, ends.contains(status) else { return "another end" }
    if (64...78).contains(status) && trial.messages.isEmpty { return "no message" }
    return says.isEmpty || trial.sentence.contains(says) ? nil : "it does not say \(says.debugDescription)"
  }
}

extension Torture {
  /// Tries the cases, or as many of them as there is time for.
  mutating func tryCases(_ part: String, _ cases: [Case], count: Int) throws -> Tally {
    var tally = Tally(part)
    for one in cases.shuffled(using: &random).prefix(count) {
      bench.removeAll()
      let trial = try bench.run(one.arguments, script: one.script)
      tally.add(trial, one.name, complaint: one.complaint(about: trial) ?? blame(in: bench.text(of: "r.csv")))
    }
    return tally
  }
}
