/// What the two views of ``Root`` hold.
struct InjectionDemo {
  let isShared: Bool

  init(_ views: (list: FriendList, profile: ProfileView)) {
    isShared = views.list.user.thumbnails === views.profile.user.thumbnails
  }

  static var findings: [Demonstration.Finding] {
    [("both are handed one user", Root.sameUser()), ("each is handed a user of its own", Root.userAfterUser())]
      .map { Demonstration.Finding(what: $0.0, outcome: InjectionDemo($0.1).isShared ? "one cache" : "two caches") }
  }
}
