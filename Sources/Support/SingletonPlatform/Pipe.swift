import CSingletonPlatform

/// A pipe whose descriptors are closed on exec.
///
/// The descriptors are at least 10, so that they never collide with the numbers that descriptors get in a child.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  package init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    do {
      readEnd = try movedUp(ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    do {
      writeEnd = try movedUp(ends[1])
    } catch {
      close(readEnd)
      throw error
    }
  }
}

/// Moves an open descriptor to an unused number of at least 10, closed on exec.
private func movedUp(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
  defer { close(descriptor) }
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  // The system calls 10 an invalid number if the process may not have that many descriptors.
  guard moved >= 0 else { throw errno == EINVAL ? SystemFailure(code: EMFILE) : .last }
  return moved
}

/// Waits until one of the descriptors has input or is closed at its other end, or until the time has passed.
package func waitForInput(_ descriptors: [Int32], milliseconds: Int32) {
  var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  poll(&requests, nfds_t(requests.count), milliseconds)
}

/// Returns the descriptor of a file without a name, which is closed on exec. The file is in memory if the system
/// supports that.
package func unnamedFile() throws(SystemFailure) -> Int32 {
  let descriptor = cp_unnamed_file()
  guard descriptor >= 0 else { throw .last }
  return try movedUp(descriptor)
}

/// Closes a descriptor.
///
/// A type with a method named `close` needs this function, because the method hides the system's.
package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
