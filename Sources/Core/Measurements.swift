/// What was measured of one row.
package struct Measurements: Sendable {
  package var tally = Tally()
  /// Cells in a full sweep; 1 if a trial has a process of its own.
  package var cells = 0
  package var threadsStarted = 0
  package var peakRunning = 0
  /// Wall time of the counting phase, resets included.
  package var wallNanoseconds: UInt64 = 0
  /// Processor time of the counting phase, all threads together.
  package var cpuNanoseconds: UInt64 = 0
  package var firstAccess: FirstAccessTiming?
  package var access: AccessTiming?

  package init() {}
}
