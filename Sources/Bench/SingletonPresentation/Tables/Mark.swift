import SingletonCore
import SingletonPlatform

/// A sign that tables add to a verdict or a figure, or have in place of one.
package enum Mark: String, CaseIterable {
  case harmless = "+"
  case slowMachine = "~"
  case withinLoop = "<"
  case ended = "1+"
  case condition = "#"
  case distantCores = "^"
  case scattered = "?"
  case fewStarts = "*"
  case notTried = "."
  case unknown = "-"

  package var meaning: String {
    switch self {
    case .harmless: "No promise is broken, but something else was seen, which the line below the table names."
    case .slowMachine:
      "The machine was slower while this was timed than during other rows of the report: the empty loop took more than"
        + " \(HumanFormat.short(ShortestFloors.slow)) times its shortest time. Compare the time with no other. A machine that"
        + " is slow all the time has no mark."
    case .withinLoop:
      "A time that is no longer than that of the loop without a strategy, its median over the report or its own: it cannot"
        + " be told from nothing."
    case .ended:
      "At least one trial of so many did not end within the limit, or ended its process. No table says how many more."
    case .condition: "The proof has a condition: \(CheckRow.ifNoTimeout)."
    case .distantCores: "A cache line took unusually long from core to core while this was timed, as the note says."
    case .scattered: "A median that hides a wide range of times. As a verdict: not seen enough."
    case .fewStarts: "Timed in fewer than \(Verdict.fewTrials) starts of a process, so that it depends on chance."
    case .notTried: "No row tried that."
    case .unknown: "A figure that is unknown, or that does not apply."
    }
  }
}
