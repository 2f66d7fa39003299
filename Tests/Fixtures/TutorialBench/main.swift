import Foundation
import SingletonBench
import SingletonCommands
import SingletonCourse
import SingletonStrategies

// The real command line with one more strategy: the one that the tutorial writes. Its first draft declares too much.
// Readers who follow the tutorial have the strategy in the standard catalog, too; it is replaced there.

let finished = CatalogEntry(SpinLockGuarded.self)
let raced = finished.raced(as: .harness)!
let draft = CatalogEntry(
  info: StrategyInfo(
    id: finished.info.id, idea: finished.info.idea, expects: [.firstAccess: .sound, .mixedConstruction: .sound]),
  traits: raced.traits, workload: raced.workload)

let environment = ProcessInfo.processInfo.environment
let isFirstDraft = environment["FIRST_DRAFT"] != nil

// Unlike a client's tool, this one has the lessons, which the documentation runs.
SingletonCommands.CommandLineTool(
  name: "singleton-bench", catalog: .standard.adding([isFirstDraft ? draft : finished]),
  adding: [.course(.standard)], countsInDebugBuild: environment["COUNTS_IN_DEBUG_BUILD"] != nil
).runAndExit()
