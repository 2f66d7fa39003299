/// A thumbnail cache that belongs to a user, and two views that are handed the user they are about.
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

/// The place where the program is put together: it decides who shares what.
enum Root {
  static func sameUser() -> (FriendList, ProfileView) {
    let user = User()
    return (FriendList(user: user), ProfileView(user: user))
  }

  static func userAfterUser() -> (FriendList, ProfileView) {
    (FriendList(user: User()), ProfileView(user: User()))
  }
}
