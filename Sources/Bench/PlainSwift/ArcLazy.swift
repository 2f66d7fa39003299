// A map renderer that its accessor builds when it is first asked. Each store releases the previous renderer, which
// another thread may have read but not retained yet.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class MapRenderer {
  private static var instance: MapRenderer?

  static var shared: MapRenderer? {
    if instance == nil {
      instance = MapRenderer()
    }
    return instance
  }

  var tiles: [Int: [UInt8]] = [:]
}
