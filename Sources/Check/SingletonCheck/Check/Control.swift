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
    let subject = Subject<BrokenCache, BrokenCache.Instance>(
      fresh: { BrokenCache() }, roles: [{ $0.instance }], promise: .oneInstance(identity: nil))
    let program = InstrumentedProgram(subject, threads: 2)
    guard program.rehearse() > 0 else { return false }
    let check = InstrumentedCheck(subject: subject, program: program, model: .rc11, log: InstrumentedLog())
    guard let result = try? check.run() else { return false }
    return result.found.isSuperset(of: [.instances, .race])
  }

  private static var seesCalls: Bool {
    let subject = Subject<BrokenCache, BrokenCache.Instance>(
      fresh: { BrokenCache() }, roles: [{ $0.instance(readBy: ch_call_system) }],
      promise: .oneInstance(identity: nil))
    // Without a rehearsal, in which calls are seen, too.
    let program = InstrumentedProgram(subject, threads: 2)
    let check = InstrumentedCheck(subject: subject, program: program, model: .rc11, log: InstrumentedLog())
    _ = try? check.run()
    return program.refused != nil
  }

  /// Where nothing can be audited, nothing is proved, so there is nothing to find out.
  private static var noticesUnseenAccess: Bool {
    let subject = Subject<BrokenCache, BrokenCache.Instance>(
      fresh: { BrokenCache() }, roles: [{ $0.instance(readBy: ch_read_unannounced) }],
      promise: .oneInstance(identity: nil))
    let program = InstrumentedProgram(subject, threads: 2)
    _ = program.rehearse()
    let check = InstrumentedCheck(subject: subject, program: program, model: .rc11, log: InstrumentedLog())
    guard (try? check.run()) != nil else { return false }
    if case .passed = program.audit() { return false }
    return true
  }
}
