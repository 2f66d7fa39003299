import SingletonModelChecker
import SingletonStrategyChecker

extension CheckError {
  static func unavailable(_ reason: String) -> CheckError {
    CheckError(
      """
      unmodified code cannot be checked here: \(reason)
      next: run the test on Linux with glibc, without a sanitizer
      """)
  }

  static func notInstrumented(_ owner: String) -> CheckError {
    CheckError(
      """
      \(owner): expected instrumented code, but no access to memory was announced
      likely: its target is compiled without the flags for the check, or the accessor was inlined into the test
      next: give the target these settings in Package.swift, or every target the flags on the command line, as the page
        SingletonCheck says
      \(InstrumentationFlags.advice())
      """)
  }

  init(_ error: ExplorationError) {
    switch error {
    case .tooManyThreads(let count): self.init(threads: count)
    case .notDeterministic, .tooManyEvents, .noSuchLocation, .noStack: self.init("\(error)")
    }
  }
}
