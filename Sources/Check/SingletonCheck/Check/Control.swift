import CSingletonHooks
import SingletonCheckControl
import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker

/// The control of all checks of this process: what is known to be broken is refuted, and what is known to be unseen is
/// noticed. Otherwise something in the process has replaced what the check stands on, and nothing is proved.
enum Control {
  /// What the check has not found, or `nil` if it works.
  ///
  /// Found once, before the first check, because only one check can run at a time.
  static let failure: String? = {
    guard refutesBrokenClass else { return "a class that is known to be broken is not refuted" }
    guard noticesUnseenAccess else { return "an access that is known to be unseen is not noticed" }
    guard seesCalls else { return "a system call of a thread is not seen" }
    return nil
  }()

  private static var refutesBrokenClass: Bool {
    run { $0.instance }.result?.found.isSuperset(of: [.instances, .race]) ?? false
  }

  /// Without a rehearsal, in which calls are seen, too.
  private static var seesCalls: Bool {
    run(rehearsing: false) { $0.instance(readBy: ch_call_system) }.program.refused != nil
  }

  /// Where nothing can be audited, nothing is proved, so there is nothing to find out.
  private static var noticesUnseenAccess: Bool {
    let (program, result) = run { $0.instance(readBy: ch_read_unannounced) }
    return result != nil && program.audit() != .passed
  }

  private static func run(
    rehearsing rehearses: Bool = true, _ role: @escaping (borrowing BrokenCache) throws -> BrokenCache.Instance?
  ) -> (program: InstrumentedProgram<BrokenCache, BrokenCache.Instance>, result: ExplorationResult?) {
    let subject = Subject(fresh: { BrokenCache() }, roles: [role], promise: .oneInstance(identity: nil))
    let program = InstrumentedProgram(subject, threads: 2)
    if rehearses && program.rehearse() == 0 { return (program, nil) }
    let check = InstrumentedCheck(subject: subject, program: program, model: .rc11, log: InstrumentedLog())
    return (program, try? check.run())
  }
}
