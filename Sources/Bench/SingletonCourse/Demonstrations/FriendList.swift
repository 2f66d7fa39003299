/// A thumbnail cache that belongs to a user, and two views that receive the user that they show.
final class ThumbnailCache {}

final class User {
  let thumbnails = ThumbnailCache()
}

struct FriendList {
  let user: User
}

struct ProfileView {
  let user: User
}

/// The composition root, where the program is put together: it decides which views share a user.
enum Root {
  static func sameUser() -> (FriendList, ProfileView) {
    let user = User()
    return (FriendList(user: user), ProfileView(user: user))
  }

  static func userAfterUser() -> (FriendList, ProfileView) {
    (FriendList(user: User()), ProfileView(user: User()))
  }
}
