// A cache that its accessor builds when it is first asked.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class ImageCache {
  private static var instance: ImageCache?

  static var shared: ImageCache {
    if instance == nil {
      instance = ImageCache()  // A second thread can be here, too.
    }
    return instance!
  }

  var images: [String: [UInt8]] = [:]
}
