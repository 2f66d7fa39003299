// A product index that is read on a concurrent queue, and built behind a barrier, which checks again.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class ProductIndex {
  private static let queue = DispatchQueue(label: "com.example.index", attributes: .concurrent)
  private static var instance: ProductIndex?

  static var shared: ProductIndex {
    if let found = queue.sync(execute: { instance }) { return found }
    return queue.sync(flags: .barrier) {
      if instance == nil {
        instance = ProductIndex()
      }
      return instance!
    }
  }

  let products = ["lamp", "table"]
}
