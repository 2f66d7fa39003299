extension Subprocess {
  /// Runs a body in a copy of this process, with the calling thread alone.
  ///
  /// - Parameter body: Returns a text of less than 64 KiB; see ``init(forking:standardError:leadsGroup:)``.
  /// - Returns: The text, or `nil` if the copy cannot be started, ends otherwise, or takes more than a minute.
  package static func output(ofCopy body: () -> String) -> String? {
    guard let pipe = try? Pipe() else { return nil }
    defer { close(pipe.readEnd) }
    let process = try? Subprocess(forking: {
      do { try Descriptor.writeAll(body(), to: pipe.writeEnd) } catch { return 1 }
      return 0
    })
    close(pipe.writeEnd)
    guard let process else { return nil }
    let text = text(from: pipe.readEnd, limit: 1 << 16, deadline: ContinuousClock.now + .seconds(60))
    guard let text else {
      process.killAndWait()
      return nil
    }
    return process.ended(lostCode: 1, waits: true)?.end == .exited(0) ? text : nil
  }
}
