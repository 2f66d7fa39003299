// An upload queue that its accessor builds when it is first asked, and that is set to nil when the user signs out.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class UploadQueue {
  private static var instance: UploadQueue?

  static var shared: UploadQueue? {
    if instance == nil {
      instance = UploadQueue()  // An old upload that asks after the teardown brings a new queue to life.
    }
    return instance  // A teardown in between leaves none.
  }

  static func tearDown() {
    instance = nil  // Callers that hold the old queue keep it alive.
  }

  var files: [String] = []
}
