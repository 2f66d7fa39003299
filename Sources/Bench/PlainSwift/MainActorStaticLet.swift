// The windows of a program, in a `static let` that is isolated to the main actor, because they are drawn there. The
// runtime runs the initializer once, and the isolation makes all who ask from elsewhere await their turn.

@MainActor
final class WindowManager {
  static let shared = WindowManager()

  var titles = ["Untitled"]

  private init() {}
}
