import CSingletonPlatform

/// The way in which a process ended, and what that means for the code that ran in it.
package enum ProcessEnding: Hashable, Sendable {
  case ok
  /// Stopped on purpose by a failed check (SIGILL or SIGTRAP). The value is the signal's name.
  case trapped(String)
  /// Stopped by another signal that a fault raises. The value is the signal's name.
  case crashed(String)
  /// Exited with a status other than 0.
  case exit(Int32)
  /// Ended from outside, which is not the code's fault. The value is the reason.
  case outside(String)

  /// - Parameter isSentByOthers: Whether another process sent the signal that ended the process.
  package init(_ end: Subprocess.End, isSentByOthers: Bool = false) {
    switch end {
    case .exited(0): self = .ok
    case .exited(let code): self = .exit(code)
    case .signaled(let number) where isSentByOthers || !cp_is_fault_signal(number):
      let cause = number == SIGKILL ? ", as from a system that is short of memory" : ""
      self = .outside("\(signalName(number)) from outside\(cause)")
    case .signaled(let number) where number == SIGILL || number == SIGTRAP: self = .trapped(signalName(number))
    case .signaled(let number): self = .crashed(signalName(number))
    }
  }
}
