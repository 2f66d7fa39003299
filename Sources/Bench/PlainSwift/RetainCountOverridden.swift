// A clipboard in memory that is never freed. Swift cannot override `retain` and `release` to do nothing, but a handle of
// memory has no reference count at all, so nothing can release it too often.
// Swift 6 rejects this: static property 'memory' is not concurrency-safe.

struct Clipboard {
  private static let memory: UnsafeMutablePointer<[String]> = {
    let memory = UnsafeMutablePointer<[String]>.allocate(capacity: 1)
    memory.initialize(to: [])
    return memory
  }()

  static let shared = Clipboard()

  private let entries = Clipboard.memory

  init() { entries.pointee = [] }  // Every clipboard is this one, and a new one empties it.

  func copy() -> Clipboard { .shared }

  func append(_ entry: String) { entries.pointee.append(entry) }
  var count: Int { entries.pointee.count }
}
