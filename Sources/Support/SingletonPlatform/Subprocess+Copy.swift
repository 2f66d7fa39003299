import CSingletonPlatform

extension Subprocess {
  /// Runs a body in a copy of this process, with the calling thread alone.
  ///
  /// At the moment of the copy, another thread may hold a lock of a library, for which the copy then waits forever. So a copy
  /// that does not answer is killed, and made again a few times, before one is waited for as long as it may take.
  ///
  /// - Parameters:
  ///   - patience: The time in which a copy is expected to answer.
  ///   - body: Returns a text of less than 64 KiB; see ``init(forking:standardError:leadsGroup:)``.
  /// - Returns: The text, or `nil` if the copy cannot be started, ends otherwise, or takes more than a minute.
  package static func output(ofCopy body: () -> String, patience: Duration = .seconds(5)) -> String? {
    for limit in [patience, patience, patience, .seconds(60)] {
      switch answer(ofCopy: body, within: limit) {
      case .text(let text): return text
      case .failure: return nil
      case .silence: continue
      }
    }
    return nil
  }

  private enum Answer {
    case text(String)
    case silence
    case failure
  }

  private static func answer(ofCopy body: () -> String, within limit: Duration) -> Answer {
    guard let pipe = try? Pipe() else { return .failure }
    defer { close(pipe.readEnd) }
    let process = try? Subprocess(forking: {
      do { try Descriptor.writeAll(body(), to: pipe.writeEnd) } catch { return 1 }
      return 0
    })
    close(pipe.writeEnd)
    guard let process else { return .failure }
    let text = text(from: pipe.readEnd, limit: 1 << 16, deadline: ContinuousClock.now + limit)
    guard let text else {
      process.killAndWait()
      return cp_is_interrupted() ? .failure : .silence
    }
    return process.ended(lostCode: 1, waits: true)?.end == .exited(0) ? .text(text) : .failure
  }
}
