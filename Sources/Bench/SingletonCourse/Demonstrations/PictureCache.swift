import Dispatch
import Synchronization

/// A cache of one user's pictures, and a teardown for when the user logs out.
final class PictureCache: Sendable {
  private static let current = Mutex<PictureCache?>(nil)
  private let pictures = Mutex<[String]>([])

  static var shared: PictureCache {
    current.withLock { current in
      let found = current ?? PictureCache()
      current = found
      return found
    }
  }

  static func tearDown() { current.withLock { $0 = nil } }

  func add(_ picture: String) { pictures.withLock { $0.append(picture) } }
  var isEmpty: Bool { pictures.withLock { $0.isEmpty } }
}

/// A download on a thread of a queue, which adds a picture as soon as the network answers.
struct Download {
  private let queue = DispatchQueue(label: "download", attributes: .initiallyInactive)
  private let hasBegun = DispatchSemaphore(value: 0)
  private let answer = DispatchSemaphore(value: 0)
  private let work: DispatchWorkItem

  /// - Parameter cache: Called when the picture has arrived.
  init(into cache: @escaping @Sendable () -> PictureCache) {
    work = DispatchWorkItem { [hasBegun, answer] in
      hasBegun.signal()
      answer.wait()
      cache().add("a picture of the old user")
    }
    queue.async(execute: work)
  }

  /// Returns when the download waits for the network.
  func begin() {
    queue.activate()
    hasBegun.wait()
  }

  /// Lets the network answer, and returns when the queue has nothing left to do.
  func finish() {
    answer.signal()
    queue.activate()
    queue.sync {}
  }

  /// Keeps work from beginning. Work that has begun continues.
  func cancel() { work.cancel() }
}
