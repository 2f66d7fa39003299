// A thumbnail cache in a lazy property of a view model. Two view models have two caches.

final class ThumbnailCache {
  var thumbnails: [String: [UInt8]] = [:]
}

final class GalleryModel {
  lazy var cache = ThumbnailCache()
}
