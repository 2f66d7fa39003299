// A music player that is set to nil when memory is short. The variable's reference is released while another thread
// may be about to retain the same player.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class MusicPlayer {
  private static var instance: MusicPlayer?

  static var shared: MusicPlayer? {
    if instance == nil {
      instance = MusicPlayer()
    }
    return instance
  }

  static func didReceiveMemoryWarning() { instance = nil }

  var songs: [String] = []
}
