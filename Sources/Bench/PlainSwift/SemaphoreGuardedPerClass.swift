// A scanner and a child class, each with its own variable and semaphore and a double check under it. The child repeats
// the accessor, as if the macro were written into both classes.
// Swift 6 rejects this: static property 'scanner' is not concurrency-safe.

import Dispatch

class Scanner {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static var scanner: Scanner?

  class var shared: Scanner {
    if let found = scanner { return found }  // A plain read, outside of the semaphore.
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if scanner == nil { scanner = Scanner() }
    return scanner!
  }

  let resolution: Int

  fileprivate init(resolution: Int = 300) { self.resolution = resolution }
}

final class FilmScanner: Scanner {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static var filmScanner: FilmScanner?

  override class var shared: FilmScanner {
    if let found = filmScanner { return found }
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if filmScanner == nil { filmScanner = FilmScanner(resolution: 4_800) }
    return filmScanner!
  }
}
