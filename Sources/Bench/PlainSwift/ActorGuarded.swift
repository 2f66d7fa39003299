// A profile that an actor builds and keeps. The actor runs one task at a time, and between the check and the store it
// awaits nothing.

final class Profile: Sendable {
  let name = "Guest"
}

actor ProfileStore {
  static let shared = ProfileStore()

  private var profile: Profile?

  func current() -> Profile {
    if let profile { return profile }
    let built = Profile()
    profile = built
    return built
  }
}
