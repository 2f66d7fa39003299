import SingletonStress
import Synchronization
import Testing

@testable import SingletonStressTesting

@Suite(.stress(threads: 3, isolation: .inProcess)) struct `Traits of races` {
  @Test(.stress(.milliseconds(50))) func `a test's trait changes only what it names`() {
    let settings = StressSettings.current
    #expect(settings.threads == 3 && settings.duration == .milliseconds(50))
    if case .inProcess = settings.isolation {} else { Issue.record("the suite's isolation is lost") }
  }
}

/// The broken one may also crash, which in this process would end the tests.
@Suite(.enabled(if: Isolation.obstacle == nil, "this process cannot be copied"))
struct `What a test says about a race` {
  @Test func `a sound accessor passes`() async throws {
    let result = try await stress(named: "Owner.thing") {
      LockedOwner()
    } access: {
      $0.thing
    }
    expectSingleton(result)
    #expect(result.verdict != .broken && result.testDescription.hasPrefix("Owner.thing"))
  }

  @Test func `a broken one is an issue that says what is safe, and names the command to see it again`() async throws {
    let result = try await stress(named: "Owner.thing") {
      LookingOwner()
    } access: {
      $0.thing
    }
    withKnownIssue {
      expectSingleton(result)
    } matching: { issue in
      issue.fails && "\(issue.comments)".contains("Owner.thing is broken")
    }
    let filter =
      #"'SingletonStressTestingTests\.`What a test says about a race`/`a broken one is an issue that says what is safe, and"#
      + #" names the command to see it again`\(\)'"#
    #expect(result.testDescription.hasSuffix(" To see it again: swift test --filter " + filter))
    if result.mostInstances > 1 {
      #expect(result.testDescription.contains(". To be safe, an accessor tests for its instance"))
    }
  }

  @Test func `a race that had no time is a warning`() async throws {
    let settings = StressSettings(duration: .nanoseconds(1), isolation: .inProcess)
    let result = try await stress(named: "Owner.thing", settings: settings) {
      LockedOwner()
    } access: {
      $0.thing
    }
    #expect(result.weakness == .inconclusive)
    expectSingleton(result)
  }

  @Test func `a race that can never be fresh is an issue`() async throws {
    let early = Once.early
    let staticByOwners = try await stress {
      1
    } access: { _ in
      Once.early
    }
    let touched = try await stressOncePerProcess { early === Once.early ? early : nil }
    for result in [staticByOwners, touched] {
      #expect(result.weakness == .notFresh && early === Once.early)
      withKnownIssue {
        expectSingleton(result)
      } matching: { issue in
        issue.fails && "\(issue.comments)".contains("too weak to say anything")
      }
    }
  }
}

extension Issue {
  /// Whether the issue fails a test: it is no warning, which there were none of before Swift 6.3.
  fileprivate var fails: Bool {
    #if compiler(>=6.3)
      severity == .error
    #else
      true
    #endif
  }
}

private final class Thing: Sendable {
  init() { Probe.initializing() }
}

private enum Once {
  static let early = Thing()
}

private final class LockedOwner: Sendable {
  private let made = Mutex<Thing?>(nil)

  var thing: Thing {
    made.withLock { made in
      if made == nil { made = Thing() }
      return made!
    }
  }
}

private final class LookingOwner {
  private var made: Thing?

  var thing: Thing {
    if made == nil { made = Thing() }
    return made!
  }
}
