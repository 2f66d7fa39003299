import CPlatform

/// A pipe whose ends are closed in children that do not inherit them on purpose, and never have one of the low numbers
/// that a child is given.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  package init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    readEnd = cp_moved_up(ends[0])
    writeEnd = cp_moved_up(ends[1])
    guard readEnd >= 0, writeEnd >= 0 else { throw .last }
  }
}

/// Returns a file that no folder names, in memory if the system offers that, and closed in children.
package func unnamedFile() throws(SystemFailure) -> Int32 {
  let descriptor = cp_unnamed_file()
  guard descriptor >= 0 else { throw .last }
  return descriptor
}

/// Closes a descriptor. Types with a method of that name need another name for the system's.
package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
