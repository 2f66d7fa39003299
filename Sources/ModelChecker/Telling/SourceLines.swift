import Outcomes
import Strategies

/// Finds the line of source on which a step stands.
///
/// A step knows its line and not its file: of the strategy's own file and those it is built on, it is the first whose line
/// names such an operation.
struct SourceLines {
  private let sources: [SourceText]

  init(of entry: CatalogEntry) { sources = entry.sources }

  func line(of operation: Operation) -> Counterexample.SourceLine? { lines(of: operation).first }

  /// All that could be meant; more than one would be a mistake.
  func lines(of operation: Operation) -> [Counterexample.SourceLine] {
    let number = Int(operation.site)
    guard number > 0, let meaning = StepMeaning(rawValue: operation.tag) else { return [] }
    let words = meaning.words(isRead: operation.reads)
    return sources.compactMap { source in
      guard number <= source.lines.count, source.lines[number - 1].isStep(named: words) else { return nil }
      return Counterexample.SourceLine(
        file: source.name + ".swift", line: number, text: source.lines[number - 1].trimmed)
    }
  }
}

extension StepMeaning {
  /// One of these is on the line of such a step. A weak variable has a lock inside, and a line of its own.
  fileprivate func words(isRead: Bool) -> [String] {
    let ofWeakVariables = ["load(", "store(", "isEmpty("]
    switch self {
    case .none, .look, .note: return []
    case .variable: return isRead ? ["load(", "isSet(", "isEmpty("] : ["store(", ".set("]
    case .atomicVariable: return ["load(", "store(", "compareExchange(", "publish("]
    case .spinWait: return ["wait("]
    case .lock, .unlock: return ["whileHeld", "sync"] + ofWeakVariables
    case .semaphoreWait, .semaphoreSignal: return ["whileHeld", "wait(", "signal("]
    case .onceLook, .onceBegin, .onceWait, .onceEnd: return [".run"]
    case .readLock, .readUnlock, .writeLock, .writeUnlock: return ["whileReading", "whileWriting", "sync"]
    case .lazyReferenceLoad, .lazyReferenceStore: return ["load(", "storeIfNil("]
    case .initialise: return ["make(", "initialise("]
    case .retain, .weakRetain, .release, .destroy: return ["retain(", "release("] + ofWeakVariables
    }
  }
}

extension Substring {
  /// A requirement of a protocol is no step.
  fileprivate func isStep(named words: [String]) -> Bool {
    words.contains(where: contains) && (!contains("func ") || contains("{"))
  }

  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
