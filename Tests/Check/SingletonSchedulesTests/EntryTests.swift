import Foundation
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct EntryTests {
  @Test(arguments: Starting.Way.allCases)
  fileprivate func `The first job of a task that the code starts has the line of its own code`(
    way: Starting.Way
  )
    async throws
  {
    let result = try await check(tasks: 2, fresh: { Starting(way) }, access: { try await $0.current() })
    #expect(result.findings == [.instances], "\(result)")
    #expect(try #require(result.counterexample).contains("\(try line(of: "\(way)")): "), "\(result)")
  }

  @Test func `A task that has begun where it was made is drawn with the line at which it goes on`() async throws {
    let result = try await check(tasks: 2, fresh: { Immediate() }, access: { try await $0.current() })
    let drawing = try #require(result.counterexample)
    #expect(drawing.contains("\(try line(of: "goes on")): "), "\(drawing)")
    #expect(!drawing.contains("\(try line(of: "begins at once")): "), "\(drawing)")
  }

  /// Returns the number of the line of this file that ends with a remark.
  private func line(of remark: String) throws -> Int {
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.hasSuffix("// \(remark)") }) + 1
  }
}

private func make() async -> Thing { Thing() }  // function

/// Starts a task between the look and the store, in one of several ways, and awaits it in another line.
private actor Starting {
  enum Way: CaseIterable {
    case child, group, throwing, unstructured, isolated, detached, capturing, generic, passed, function
  }

  private var made: Thing?
  private let other = Thing()
  private let way: Way

  init(_ way: Way) { self.way = way }

  func current() async throws -> Thing {
    if let made { return made }
    let thing = try await build()
    made = thing
    return thing
  }

  private func build() async throws -> Thing {
    switch way {
    case .child:
      async let thing = Thing()  // child
      return await thing
    case .group: return await inGroup()
    case .throwing: return try await inThrowingGroup()
    case .unstructured:
      let task = Task { @Sendable in Thing() }  // unstructured
      return await task.value
    case .isolated:
      let task = Task { made ?? Thing() }  // isolated
      return await task.value
    case .detached:
      let task = Task.detached { Thing() }  // detached
      return await task.value
    case .capturing:
      let (one, two) = (Thing(), Thing())
      let task = Task { @Sendable in one === two ? one : two }  // capturing
      return await task.value
    case .generic:
      return await value { Thing() }  // generic
    case .passed:
      let body: @Sendable () async -> Thing = { Thing() }  // passed
      return await Task(operation: body).value
    case .function:
      return await Task(operation: make).value
    }
  }

  private func inGroup() async -> Thing {
    await withTaskGroup(of: Thing.self) { group in
      group.addTask { Thing() }  // group
      return await group.next()!
    }
  }

  private func inThrowingGroup() async throws -> Thing {
    try await withThrowingTaskGroup(of: Thing.self) { [other] group in
      group.addTask { if other === Thing() { throw CancellationError() } else { return Thing() } }  // throwing
      return try await group.next()!
    }
  }

  private func value<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
    await Task(operation: body).value
  }
}

/// Waits in a task that runs at once, and whose function is the closure itself.
private actor Immediate {
  private var made: Thing?

  func current() async throws -> Thing {
    if let made { return made }
    let task = Task.immediate { @Sendable () async throws -> Thing in  // begins at once
      await Task.yield()  // goes on
      return Thing()
    }
    let thing = try await task.value
    made = thing
    return thing
  }
}
