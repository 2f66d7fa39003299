import Dispatch
import Foundation

/// The objects that an accessor hands out to several threads.
enum ConcurrentAccess {
  /// Calls the accessor once in each of eight threads, and returns how many different objects it has handed out.
  static func instances(_ access: @escaping @Sendable () -> AnyObject) -> Int {
    let results = Results()
    let (start, end) = (DispatchSemaphore(value: 0), DispatchGroup())
    let threads = 8
    for _ in 0..<threads {
      end.enter()
      Thread.detachNewThread {
        start.wait()
        results.append(access())
        end.leave()
      }
    }
    for _ in 0..<threads { start.signal() }
    end.wait()
    return results.count
  }

  /// The objects, which stay alive, so that no two of them have the same address. The lock guards the list.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [AnyObject] = []

    func append(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    var count: Int { lock.withLock { Set(objects.map { ObjectIdentifier($0) }).count } }
  }
}
