extension Subprocess {
  /// Runs a body in a copy of this process, with the calling thread alone.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes that the text must stay below.
  ///   - body: Returns a text; see ``init(forking:standardError:leadsGroup:)``.
  /// - Returns: The text, or `nil` if the copy cannot be started, ends otherwise, or takes too long.
  package static func output(
    ofCopy body: () -> String, limit: Int = 1 << 16, timeout: Duration = .seconds(60)
  ) -> String? {
    guard let pipe = try? Pipe() else { return nil }
    defer { close(pipe.readEnd) }
    let process = try? Subprocess(forking: {
      do { try Descriptor.writeAll(body(), to: pipe.writeEnd) } catch { return 1 }
      return 0
    })
    close(pipe.writeEnd)
    guard let process else { return nil }
    let text = text(from: pipe.readEnd, limit: limit, deadline: ContinuousClock.now + timeout)
    guard let text else {
      process.killAndWait()
      return nil
    }
    return process.ended(lostCode: 1, waits: true)?.end == .exited(0) ? text : nil
  }
}
