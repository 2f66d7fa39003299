// A game board whose only way in is `make`, which sets up an existing board again. Each store releases the previous
// board, which another thread may be setting up.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class GameBoard {
  private static var instance: GameBoard?

  static var shared: GameBoard { make() }

  static func make() -> GameBoard {
    if instance == nil {
      instance = GameBoard()
    }
    let board = instance!
    board.setUp()  // Every caller clears what earlier players have set.
    return board
  }

  var stones: [Int] = []

  private init() {}

  private func setUp() { stones = [] }
}
