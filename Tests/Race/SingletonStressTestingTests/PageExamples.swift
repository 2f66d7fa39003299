import SingletonStressTesting
import Synchronization
import TestSupport
import Testing

/// The examples of the page *Is my singleton safe?*, word for word.
@Suite struct PageExamples {
  #if os(Linux)
    @Test func oneSession() async throws {
      let result = try await stressOncePerProcess(named: "Session.shared") { Session.shared }
      expectSingleton(result)
    }
  #endif

  @Test func oneAppState() async throws {
    expectSingleton(try await stressInExitTests(AppStateSubject.self))
  }

  @Test func configured() async throws {
    let result =
      try await stress {
        Store()
      } isWhole: {
        $0.isConfigured
      } access: {
        $0.settings
      }
    expectSingleton(result)
  }

  @Test func eachTicketOnce() async throws {
    let result = try await stress(
      fresh: { Tickets(2) }, roles: { $0.take() }, { $0.take() },
      expecting: { tickets, taken in Set(taken).count == 2 && tickets.left == 0 })
    expectSingleton(result)
  }

  @Test func eachWaiterPasses() async throws {
    let result = try await stress(
      fresh: { Gate() }, roles: { await $0.pass() }, { await $0.open() },
      expecting: { gate, _ in await gate.waiting.isEmpty })
    expectSingleton(result)
  }

  @Test func awaited() async throws {
    let result =
      try await stress {
        Cache()
      } awaiting: {
        await $0.instance
      }
    expectSingleton(result)
  }

  @Test func presented() async throws {
    expectSingleton(
      try await stress { @MainActor in
        Model()
      } awaiting: {
        await $0.cache
      })
  }

  /// The blocks that other tests compile: those of the package that `init` writes, and what is left out of it; and XCTest's.
  private static let others = ["PackageDescription", "Images()", "ImageCache", "isReady = true"]

  @Test func `each example of the page is one of these`() throws {
    let page = try Repository.text("Sources/Race/SingletonStress/Documentation.docc/IsMySingletonSafe.md")
    let tests = try Repository.text("Tests/Race/SingletonStressTestingTests/PageExamples.swift").filter {
      !$0.isWhitespace
    }
    let blocks = page.matches(of: /```swift\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) }
    let own = blocks.filter { block in !Self.others.contains { block.contains($0) } }
    #expect(own.count >= 5)
    for part in own.flatMap({ $0.split(separator: "\n\n") }) {
      #expect(tests.contains(part.filter { !$0.isWhitespace }), "\(part)")
    }
    #expect(page.contains("`stress { @MainActor in Model() } awaiting: { await $0.cache }`"))
  }
}

private final class Session: Sendable {
  static let shared = Session()
}

@MainActor final class AppState { static let shared = AppState() }

enum AppStateSubject: AwaitedStressSubject {
  static func instance() async -> AppState? { await AppState.shared }
}

private final class Store: Sendable {
  final class Settings: Sendable {
    let isConfigured = true
  }
  let settings = Settings()
}

private final class Tickets: Sendable {
  private let tickets: Mutex<Int>
  init(_ count: Int) { tickets = Mutex(count) }

  var left: Int { tickets.withLock { $0 } }

  func take() -> Int {
    tickets.withLock {
      $0 -= 1
      return $0
    }
  }
}

private actor Cache {
  final class Instance: Sendable {}
  lazy var instance = Instance()
}

private actor Gate {
  private var isOpen = false
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for waiter in waiting { waiter.resume() }
    waiting = []
  }
}

@MainActor private final class Model {
  final class Cache: Sendable {}
  lazy var cache = Cache()
}
