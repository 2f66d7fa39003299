// Services in an object that all threads share. Each service is a `lazy var`, which takes no lock.
// Swift 6 rejects this: static property 'shared' is not concurrency-safe.

final class Geocoder {
  var places: [String: (Double, Double)] = [:]
}

final class AppServices {
  static let shared = AppServices()

  lazy var geocoder = Geocoder()  // Two threads can both find it unset.
}
