import Commands
import Lessons
import Strategies

// The real command line, with strategies that go wrong: what it must say of them is known.

/// In the order in which their rows are reported.
let faulty = Catalog([
  CatalogEntry(Sound.self),
  CatalogEntry(WrongExpectation.self),
  CatalogEntry(SilentDefect.self),
  CatalogEntry(Crashing.self),
  CatalogEntry(Trapping.self),
  CatalogEntry(Hanging.self),
  CatalogEntry(Spinning.self),
  CatalogEntry(Exiting.self),
  CatalogEntry(ExitingQuietly.self),
  CatalogEntry(Leaking.self),
  CatalogEntry(WrongProof.self),
  CatalogEntry(WrongRefutation.self),
  CatalogEntry(Moody.self),
])

CommandLineTool(
  name: "faulty-bench", catalog: faulty, course: .faulty, threadSource: { FewerThreads(of: $0.threadSource) }
).runAndExit()
