/// The measurements of one row.
package struct Measurements: Sendable {
  package var tally = Tally()
  /// The number of cells in a full sweep, or 1 if each trial has a process of its own.
  package var cells = 0
  package var threadsStarted = 0
  package var peakRunning = 0
  /// The wall time of the counting phase, including resets.
  package var wallNanoseconds: UInt64 = 0
  /// The processor time of all threads in the counting phase.
  package var cpuNanoseconds: UInt64 = 0
  package var firstAccess: FirstAccessTiming?
  package var access: AccessTiming?

  package init() {}
}
