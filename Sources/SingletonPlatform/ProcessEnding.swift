import CSingletonPlatform

/// The end of a process, by its meaning for the code that ran in it.
package enum ProcessEnding: Hashable, Sendable {
  case ok
  /// Stopped on purpose by a failed check (SIGILL, SIGTRAP), with the signal's name.
  case trapped(String)
  /// Stopped by any other signal that a fault raises, with its name.
  case crashed(String)
  /// Exited with a status other than 0.
  case exit(Int32)
  /// Ended from outside, with the reason, which is not the code's fault.
  case outside(String)

  /// - Parameter isSentByOthers: Whether another process sent the signal that ended this one.
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
