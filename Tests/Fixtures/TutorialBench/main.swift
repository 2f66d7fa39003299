import Commands
import Foundation
// The strategy's file stands as in the room of the strategies, which it has no import of.
@_exported public import Outcomes
@_exported public import Strategies

// The real command line with one strategy more: the one that the tutorial writes. Its first draft promises too much.

let finished = CatalogEntry(SpinLockGuarded.self)
let draft = CatalogEntry(
  card: Card(
    id: finished.card.id, idea: finished.card.idea, expects: [.firstAccess: .sound, .mixedConstruction: .sound]),
  traits: finished.traits, race: finished.race)

let isFirstDraft = ProcessInfo.processInfo.environment["FIRST_DRAFT"] != nil
var entries = Catalog.standard.entries
entries.insert(
  isFirstDraft ? draft : finished, at: entries.firstIndex { $0.card.id == "pthread-once" } ?? entries.endIndex)

CommandLineTool(catalog: Catalog(entries)).runAndExit()
