// A playlist that a global actor guards. Whatever is isolated to it takes turns, so one task at a time is between the
// check and the store, and nothing is awaited there.

@globalActor
actor PlaylistActor {
  static let shared = PlaylistActor()
}

final class Playlist: Sendable {
  let songs = ["Intro"]
}

@PlaylistActor
final class PlaylistStore {
  static let shared = PlaylistStore()

  private var playlist: Playlist?

  nonisolated init() {}

  func current() -> Playlist {
    if let playlist { return playlist }
    let built = Playlist()
    playlist = built
    return built
  }
}
