// A game board whose only way in is `make`, which sets up again what it finds. Each store releases the board that was
// there before, which another thread may be setting up.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class GameBoard {
  private static var instance: GameBoard?

  static var shared: GameBoard { make() }

  static func make() -> GameBoard {
    if instance == nil {
      instance = GameBoard()
    }
    let board = instance!
    board.setUp()  // Every caller clears what the players before it have set.
    return board
  }

  var stones: [Int] = []

  private init() {}

  private func setUp() { stones = [] }
}
