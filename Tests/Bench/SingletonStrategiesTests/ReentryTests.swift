import SingletonPlatform
import SingletonStrategies
import SingletonStrategyKit
import Testing

import struct SingletonCore.Expectation

@Suite struct `Re-entry on different systems` {
  @Test(arguments: [
    (ReentrantPrimitive.pthreadOnce, OperatingSystem.linux, Expectation.hang), (.pthreadOnce, .musl, .hang),
    (.pthreadOnce, .apple, .trap), (.staticLet, .linux, .hang), (.staticLet, .musl, .hang), (.staticLet, .apple, .trap),
    (.readerWriterLock, .linux, .trap), (.readerWriterLock, .musl, .hang), (.readerWriterLock, .apple, .trapOrHang),
  ])
  func `ends as the system's primitive does`(
    primitive: ReentrantPrimitive, system: OperatingSystem, ending: Expectation
  ) {
    #expect(Expectation.reentry(of: primitive, on: system) == ending)
  }

  // That this system's primitives end so is what a run of the catalog shows.
  @Test(arguments: [
    ("pthread-once", ReentrantPrimitive.pthreadOnce), ("static-let", .staticLet),
    ("reader-writer-lock", .readerWriterLock),
  ])
  func `is declared as this system has it`(strategy: String, primitive: ReentrantPrimitive) throws {
    let entry = try #require(Catalog.standard.entry(strategy))
    #expect(entry.info.expectation(in: .reentrant) == .reentry(of: primitive, on: .current))
  }
}
