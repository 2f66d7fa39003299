/// The measurements of one row.
package struct Measurements: Sendable {
  package var tally = Tally()
  /// The number of cells in a full sweep, or 1 if each trial has a process of its own.
  package var cells = 0
  /// The number of bytes from one cell to the next, of the layout in which threads met most often.
  package var cellBytes = 0
  /// The position of the first cell in its cache line, in bytes.
  package var cellOffset = 0
  /// The number of cells between two rendezvous in that layout.
  package var cellsPerBlock = 0
  /// Where the threads ran in relation to each other.
  package var placed = ""
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
