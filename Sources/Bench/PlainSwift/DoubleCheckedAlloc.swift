// A player that is double-checked twice: in the accessor, and in the allocation, which both ways to get a player use.
// The allocation stores the player before it is set up.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

class Player {
  private static var instance: Player?
  private static let playerLock = NSRecursiveLock()

  class var lock: NSRecursiveLock { playerLock }

  class var shared: Player {
    if instance == nil {
      lock.withLock {
        if instance == nil { instance = make() }
      }
    }
    return instance!
  }

  class func make() -> Player {
    if instance == nil {
      lock.withLock {
        if instance == nil { instance = self.init() }
      }
    }
    let player = instance!
    player.playlist = ["Intro"]  // The accessor has been handing it out without this.
    return player
  }

  var playlist: [String] = []

  required init() {}

  func copy() -> Player { Player.instance! }
}

final class VideoPlayer: Player {
  private static let videoLock = NSRecursiveLock()

  override class var lock: NSRecursiveLock { videoLock }
}
