/// The result of comparing the caches of two views that ``Root`` creates.
struct InjectionDemo {
  let isShared: Bool

  init(_ views: (list: FriendList, profile: ProfileView)) {
    isShared = views.list.user.thumbnails === views.profile.user.thumbnails
  }

  static var findings: [Demonstration.Finding] {
    [("both views receive the same user", Root.sameUser()), ("each view receives its own user", Root.userAfterUser())]
      .map { ($0.0, InjectionDemo($0.1).isShared ? "one cache" : "two caches") }
  }
}
