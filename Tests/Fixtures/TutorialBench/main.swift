import Commands
import Foundation
import Strategies
import StrategyKit

// The real command line with one more strategy: the one that the tutorial writes. Its first draft declares too much.
// Readers who follow the tutorial have the strategy in the standard catalog, too; it is replaced there.

let finished = CatalogEntry(SpinLockGuarded.self)
let draft = CatalogEntry(
  info: StrategyInfo(
    id: finished.info.id, idea: finished.info.idea, expects: [.firstAccess: .sound, .mixedConstruction: .sound]),
  traits: finished.traits, workload: finished.workload)

let isFirstDraft = ProcessInfo.processInfo.environment["FIRST_DRAFT"] != nil
var entries = Catalog.standard.entries.filter { $0.info.id != finished.info.id }
entries.insert(
  isFirstDraft ? draft : finished, at: entries.firstIndex { $0.info.id == "pthread-once" } ?? entries.endIndex)

CommandLineTool(catalog: Catalog(entries, sources: Catalog.standard.sources)).runAndExit()
