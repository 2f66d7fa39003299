import Foundation
import SingletonStress
import Synchronization

// Races what is hard to race: accessors that take long, that need queues, tasks or the main actor, values, and many threads.
// Usage: museum-limits [NAME...]
// Prints a line for each: its name, what the race said, what it should say, and the result.

final class Made: Sendable {}

/// Waits in its initializer.
final class Sleeping: Sendable {
  private let made = Mutex<Made?>(nil)
  func instance(_ milliseconds: UInt32) -> Made? {
    made.withLock {
      if $0 == nil {
        usleep(milliseconds * 1_000)
        $0 = Made()
      }
      return $0
    }
  }
}

/// Builds on a queue, and waits for it.
final class Queued: @unchecked Sendable {
  // Unchecked: only work on the queue uses the instance.
  private let queue = DispatchQueue(label: "made")
  private var made: Made?
  func instance() -> Made? {
    let isDone = DispatchSemaphore(value: 0)
    queue.async {
      if self.made == nil { self.made = Made() }
      isDone.signal()
    }
    isDone.wait()
    return queue.sync { made }
  }
}

/// Builds in a task, of which there is one.
actor Tasked {
  private var task: Task<Made, Never>?
  func instance() async -> Made {
    let task = task ?? Task.detached { Made() }
    self.task = task
    return await task.value
  }
}

@MainActor final class Presented {
  lazy var made = Made()
}

/// Returns without unlocking if there is an instance.
final class Forgetful: @unchecked Sendable {
  // Unchecked: the lock guards the instance, and what it does not guard is the defect.
  private let lock = NSLock()
  private var made: Made?
  func instance() -> Made? {
    lock.lock()
    if let made { return made }
    made = Made()
    lock.unlock()
    return made
  }
}

final class Locked: @unchecked Sendable {
  // Unchecked: the lock guards the instance.
  private let lock = NSLock()
  private var made: Made?
  func instance() -> Made? {
    lock.withLock {
      if made == nil { made = Made() }
      return made
    }
  }
}

// Unchecked: nothing guards it, which is the defect.
final class Lazy: @unchecked Sendable { lazy var made = Made() }

protocol Service: Sendable {}
struct Value: Service { let number = 1 }
final class Object: Service { let number = 1 }
struct Owner: Sendable { let service: any Service }

struct Limit: Sendable {
  let name: String
  /// What the race may say.
  let allowed: [String]
  let race: @Sendable () async throws -> StressResult
}

func sleeping(_ milliseconds: UInt32) -> Limit {
  Limit(name: "sleeps \(milliseconds) ms", allowed: ["sound", "too weak"]) {
    try await stress {
      Sleeping()
    } access: {
      $0.instance(milliseconds)
    }
  }
}

let limits = [
  sleeping(50), sleeping(100), sleeping(300), sleeping(1_000),
  Limit(name: "queue", allowed: ["sound", "too weak"]) {
    try await stress {
      Queued()
    } access: {
      $0.instance()
    }
  },
  Limit(name: "task", allowed: ["sound", "too weak"]) {
    try await stress {
      Tasked()
    } awaiting: {
      await $0.instance()
    }
  },
  Limit(name: "main actor", allowed: ["sound", "too weak"]) {
    try await stress { @MainActor in
      Presented()
    } awaiting: {
      await $0.made
    }
  },
  Limit(name: "forgotten unlock", allowed: ["broken"]) {
    try await stress(
      fresh: { Forgetful() }, roles: { $0.instance() === $0.instance() },
      expecting: { _, same in same.allSatisfy { $0 } })
  },
  Limit(name: "struct", allowed: ["refused"]) {
    try await stress {
      Owner(service: Value())
    } access: {
      $0.service as AnyObject
    }
  },
  Limit(name: "existential", allowed: ["sound", "too weak"]) {
    try await stress {
      Owner(service: Object())
    } access: {
      $0.service as AnyObject
    }
  },
  Limit(name: "1,024 threads", allowed: ["sound", "too weak"]) {
    try await stress(settings: StressSettings(threads: 1_024)) {
      Locked()
    } access: {
      $0.instance()
    }
  },
  Limit(name: "lock", allowed: ["sound", "too weak"]) {
    try await stress {
      Locked()
    } access: {
      $0.instance()
    }
  },
  Limit(name: "lazy property", allowed: ["broken"]) {
    try await stress {
      Lazy()
    } access: {
      $0.made
    }
  },
]

let names = CommandLine.arguments.dropFirst()
for limit in limits where names.isEmpty || names.contains(limit.name) {
  let said: (verdict: String, text: String)
  do {
    let result = try await limit.race()
    said = (result.verdict.rawValue, "\(result)")
  } catch let error as StressError { said = ("refused", "\(error)") }
  let isAllowed = limit.allowed.contains(said.verdict)
  print([limit.name, said.verdict, isAllowed ? "as it should" : "WRONG", said.text].joined(separator: "\t"))
}
