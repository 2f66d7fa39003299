package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is double-checked-alloc with a variable that other files can see.
///
/// What can go wrong: Any file can write to the variable. After it is set to nil, the next caller builds another
/// instance, and an initializer that finds nil returns nil.
///
/// What we expect: The strategy shows every defect of double-checked-alloc, and more than one instance after a write
/// from outside. With counted references, that write can also crash: arc-external-write does so.
///
/// Source: `tutorial: §1 extern` uses this form to explain why the variable must be `static`.
package struct ExposedGlobal<B: Backend>: Strategy {
  private let base: DoubleCheckedAlloc<B>

  package init(_ cell: inout B.Cell) {
    base = DoubleCheckedAlloc(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { base.shared(caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { base.copy(original, caller) }

  /// Writes `nil` to the variable and releases what it held, as another file that sees the variable can do.
  ///
  /// It takes no lock, because it knows of none, and it cannot know what the accessor's callers hold.
  package func overwrite(_ caller: B.Caller) {
    guard let old = base.instance.load() else { return }
    base.instance.store(nil)
    caller.release(old)
  }
}

extension ExposedGlobal {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ExposedGlobal<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "exposed-global",
      idea: "double-checked-alloc on a variable that other files can write",
      alsoKnownAs: ["extern"],
      citations: [Citation(.tutorial, "§1 extern")],
      expects: [
        .firstAccess: .defect(.halfBuilt, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, .halfBuilt, onWeakMemory: [.race]),
        .copy: .defect(.halfBuilt, onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1, onWeakMemory: [.race]),
        // As in double-checked-alloc, an instance is stored too early, so it may be handed out half-built.
        .externalWrite: .defect(
          .instances, may: [.halfBuilt, .nilResults], leastThreads: 1,
          onWeakMemory: [.race]),
      ],
      plain: PlainListing(MailboxForm.self),
      relatedFiles: ["SingletonStrategies/DoubleCheckedAlloc.swift"])
  }
}

private enum MailboxForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .externalWrite]
  static let mayCrash: String? =
    "a write from outside releases the mailbox, which another thread may have read but not retained yet"

  static let differences = [
    PlainDifference(
      .firstAccess, Expectation(.sound, may: [.halfBuilt], unseen: [.halfBuilt]),
      why: "between the store and the setup are a few instructions, which hardly a trial meets")
  ]
  static func shared() -> Mailbox? { Mailbox.shared }
  static func overwrite() { signOut() }
  static let isWhole: (@Sendable (Mailbox) -> Bool)? = { !$0.messages.isEmpty }
}
