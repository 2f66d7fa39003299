import Foundation
import SingletonStress
import SingletonStressTesting
import Testing

@Suite struct `Races in exit tests` {
  @Test func `a static let is not blamed`() async throws {
    let result = try await stressInExitTests(RightSubject.self)
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
    #expect(result.name == "RightSubject")
  }

  @Test func `an unguarded global is caught`() async throws {
    let result = try await stressInExitTests(UnguardedSubject.self)
    #expect(result.verdict == .broken && result.mostInstances == 2, "\(result)")
  }

  @Test func `an accessor that ends its process is caught`() async throws {
    let result = try await stressInExitTests(EndingSubject.self)
    #expect(result.verdict == .broken && result.crashes > 0, "\(result)")
  }

  @Test func `an accessor that never comes back is caught`() async throws {
    let result = try await stressInExitTests(
      HangingSubject.self, settings: StressSettings(hangTimeout: .milliseconds(300)))
    #expect(result.verdict == .broken && result.isHung, "\(result)")
  }

  @Test func `settings hold in the processes of the trials`() async throws {
    let settings = StressSettings(threads: 3, isControlled: false, requiresOneInitialization: true)
    let result = try await stressInExitTests(TwiceSubject.self, settings: settings)
    #expect(result.threads == 3 && result.control == nil, "\(result)")
    #expect(result.verdict == .broken && result.mostInstances == 1, "\(result)")
    #expect(result.initializations == 2 * result.trials)
  }

  @Test func `what the main actor keeps, once per process, is not blamed`() async throws {
    let result = try await stressInExitTests(MainActorSubject.self)
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
  }

  @Test func `a static that is awaited between look and store is caught`() async throws {
    let result = try await stressInExitTests(YieldingSubject.self)
    #expect(result.verdict == .broken && result.mostInstances == 2, "\(result)")
  }

  @Test func `an error comes back with its text`() async throws {
    let result = try await stressInExitTests(ThrowingSubject.self)
    #expect(result.verdict == .broken && result.errors == 2 * result.trials, "\(result)")
    #expect(result.firstError == "Missing(name: \"error: x\")")
  }

  @Test func `a struct of which each access makes an object is refused`() async throws {
    let error = await #expect(throws: StressError.self) { try await stressInExitTests(BoxedSubject.self) }
    #expect(error?.description.contains("returns a value, such as a struct, as AnyObject") == true)
  }

  @Test func `a subject without a name is refused`() async throws {
    enum Local: StressSubject {
      static func instance() -> Box? { nil }
    }
    await #expect(throws: StressError.self) { try await stressInExitTests(Local.self) }
  }
}

/// Copies of this process have the instance, too, so they are not raced.
@Suite(.enabled(if: Isolation.obstacle == nil, "this process cannot be copied"))
struct `Instances that this process already has, in new processes` {
  @Test func `a broken static that another test has asked for is caught, each time`() async throws {
    _ = UnguardedSubject.instance()
    for _ in 0..<5 {
      let result = try await stressOncePerProcess { UnguardedSubject.instance() }
      #expect(result.verdict == .broken && result.mostInstances == 2, "\(result)")
    }
  }

  @Test func `a right one that was asked for is raced, and not blamed`() async throws {
    _ = RightSubject.instance()
    let result = try await stressOncePerProcess(named: "right") { RightSubject.instance() }
    #expect(result.verdict != .broken && result.weakness != .notFresh && result.trials > 0, "\(result)")
    #expect(result.name == "right")
  }

  @Test func `what a new process cannot make without a preparation by the test is not blamed`() async throws {
    Prepared.name = "prepared"
    _ = Prepared.shared
    let result = try await stressOncePerProcess { Prepared.shared }
    #expect(result.weakness == .notFresh, "\(result)")
  }

  @Test func `what gives one thread two instances there is not blamed`() async throws {
    Prepared.isKept = true
    _ = Prepared.kept
    let result = try await stressOncePerProcess { Prepared.kept }
    #expect(result.weakness == .notFresh, "\(result)")
  }
}

private enum Prepared {
  nonisolated(unsafe) static var name: String?
  nonisolated(unsafe) static var isKept = false
  private static let box = Box()
  static let shared = {
    precondition(name != nil, "not prepared")
    return Box()
  }()
  static var kept: Box { isKept ? box : Box() }
}

final class Box: Sendable {}

enum RightSubject: StressSubject {
  private static let box = Box()
  static func instance() -> Box? { box }
}

@MainActor private enum Presented {
  static let shared = Box()
  private static var made: Box?

  static func makeLater() async -> Box {
    if let made { return made }
    await Task.yield()
    let box = Box()
    made = box
    return box
  }
}

enum MainActorSubject: AwaitedStressSubject {
  static func instance() async -> Box? { await Presented.shared }
}

enum YieldingSubject: AwaitedStressSubject {
  static func instance() async -> Box? { await Presented.makeLater() }
}

enum ThrowingSubject: StressSubject {
  struct Missing: Error { let name: String }
  static func instance() throws -> Box? { throw Missing(name: "error: x") }
}

enum UnguardedSubject: StressSubject {
  nonisolated(unsafe) private static var made: Unmanaged<Box>?

  static func instance() -> Box? {
    if made == nil {
      // On a busy machine, two threads meet within a millisecond more often than within some nanoseconds.
      usleep(20_000)
      made = .passRetained(Box())
    }
    return made?.takeUnretainedValue()
  }
}

enum BoxedSubject: StressSubject {
  private static let number: Int32? = 1
  static func instance() -> AnyObject? { Unboxed(number: number) as AnyObject }

  private struct Unboxed {
    let number: Int32?
  }
}

enum HangingSubject: StressSubject {
  static func instance() -> Box? { while true { sleep(1) } }
}

/// Builds a second instance, which is thrown away.
enum TwiceSubject: StressSubject {
  private static let box = {
    _ = Probe.built(Box())
    return Probe.built(Box())
  }()
  static func instance() -> Box? { box }
}

enum EndingSubject: StressSubject {
  static func instance() -> Box? { fatalError("the accessor gave up") }
}
