import SingletonBench
import SingletonCommands
import SingletonCourse

// The real command line with strategies that have known faults.

/// The strategies, in the order in which their rows are reported.
let faulty = Catalog([
  CatalogEntry(Guarded<NoFault>.self),
  CatalogEntry(WrongExpectation.self),
  CatalogEntry(Guarded<SilentDefect>.self),
  CatalogEntry(LateDefect.self),
  CatalogEntry(Guarded<Crashing>.self),
  CatalogEntry(Guarded<Trapping>.self),
  CatalogEntry(Guarded<Hanging>.self),
  CatalogEntry(Guarded<Spinning>.self),
  CatalogEntry(Guarded<Cyclic>.self),
  CatalogEntry(Guarded<Exiting>.self),
  CatalogEntry(Guarded<ExitingQuietly>.self),
  CatalogEntry(Guarded<EndedLater>.self),
  CatalogEntry(Guarded<Leaking>.self),
  CatalogEntry(WrongProof.self),
  CatalogEntry(WrongRefutation.self),
  CatalogEntry(Nondeterministic.self),
])

// Unlike a client's tool, this one has lessons, and threads that do not start.
SingletonCommands.CommandLineTool(
  name: "faulty-bench", catalog: faulty, adding: [.course(.faulty)],
  threadSource: { $0.start($1 - missingThreads, $2) }
).runAndExit()
