import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is exposed-global on a real strong variable, which another file sets to nil.
///
/// What can go wrong: The write releases an object that another thread has just read and is about to retain. The next
/// caller builds another one.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is `tutorial: §1 extern` under Swift's reference counting. Each trial has its own process.
enum ArcExternalWrite: ListedStrategy {
  static func shared() -> Spooler? { Spooler.shared }
  static func overwrite() { clearSpooler() }
}

extension ArcExternalWrite {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-external-write",
      idea: "exposed-global on a real strong variable",
      citations: [Citation(.tutorial, "§1 extern")],
      expects: [
        // A crash may also be detected before it happens, as one of the other defects.
        .externalWrite: .defect(.instances, may: [.crash, .nilResults, .usedAfterDestroy], leastThreads: 1)
      ])
  }
}
