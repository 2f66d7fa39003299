import Dispatch

/// Runs the loop that the program's argument names, and prints the nanoseconds that it returns.
///
/// The loop has a thread of its own: in a process with one thread, the C library's locks are faster than in others. The
/// main thread is free for the main actor.
public func printTime(of loops: [String: @Sendable () throws -> Double]) async {
  guard let name = CommandLine.arguments.dropFirst().first, let loop = loops[name] else {
    fatalError("expected one of \(loops.keys.sorted().joined(separator: ", "))")
  }
  let time = await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: (try? loop()) ?? .nan) }
  }
  print(time)
}

/// Returns the median time of a turn in nanoseconds, over batches of turns that take at least 20 µs.
///
/// - Parameter loop: Makes a number of turns, and returns a value that depends on each of them.
public func medianTime(_ loop: (_ turns: Int) throws -> Int) rethrows -> Double {
  var turns = 1
  while try time(loop, turns) < 20_000 { turns *= 2 }
  let batches = 1_001
  return try (0..<batches).map { _ in try time(loop, turns) / Double(turns) }.sorted()[batches / 2]
}

private func time(_ loop: (Int) throws -> Int, _ turns: Int) rethrows -> Double {
  let clock = SuspendingClock()
  let start = clock.now
  sum &+= try loop(turns)
  return start.duration(to: clock.now) / .nanoseconds(1)
}

/// The sum of what loops have returned, so that no part of them is superfluous.
// Unsafe: one thread writes it.
nonisolated(unsafe) public var sum = 0
