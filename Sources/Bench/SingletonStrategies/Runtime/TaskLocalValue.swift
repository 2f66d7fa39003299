import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A task-local variable has a default value, for all callers that have bound no other one. A task that binds a
/// value gets that, and so do the tasks that it starts.
///
/// What can go wrong: There is one instance for all that bind nothing, and another one for each binding. A detached
/// task, a thread or a callback does not see what its creator has bound, and gets the default value without notice.
///
/// What we expect: Callers that bind nothing get one instance, the default value. A caller that binds its own gets a
/// second one.
///
/// Source: This is Swift's own task-local variable; a model would need a substitute for it. Its default value exists
/// once per process, so each trial has its own process. The scenario mixed-construction binds a value where other
/// strategies construct, and asks in a child task.
enum TaskLocalValue: ListedStrategy {
  static var notChecked: String? { "the runtime keeps what is bound in memory that the check does not follow" }

  static func shared() -> RequestContext? { RequestContext.current }
  static func construct() -> RequestContext? { awaiting { await contextOfRequest(by: "me") } }
}

extension TaskLocalValue {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "task-local",
      idea: "a task-local variable; who binds nothing gets its default value",
      alsoKnownAs: ["withValue"],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
      ])
  }
}
