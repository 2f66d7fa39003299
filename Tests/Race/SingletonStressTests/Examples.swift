import Dispatch
import SingletonPlatform
import SingletonStress
import Synchronization

// Classes as people write them, whose owners the races make. The first ones are broken.

final class Thing: Sendable {}

/// A `lazy var`, which is not safe to use from several threads.
final class LazyOwner {
  lazy var thing = Thing()
}

/// One look, no lock.
final class LookingOwner {
  private var made: Thing?

  var thing: Thing {
    if made == nil { made = Thing() }
    return made!
  }
}

/// A flag that is looked at outside of the lock, and set before there is an instance.
final class FlaggedOwner {
  private let lock = Mutex(())
  nonisolated(unsafe) private var isMade = false
  nonisolated(unsafe) private var made: Thing?

  var thing: Thing? {
    if !isMade {
      lock.withLock { _ in
        if !isMade {
          isMade = true
          made = Thing()
        }
      }
    }
    return made
  }
}

/// An instance that is published before it is configured.
final class Settings: @unchecked Sendable {
  fileprivate(set) var values: [String] = []
  var isConfigured: Bool { values.count == 10 }
}

final class EarlyOwner: @unchecked Sendable {
  private let published = Atomic<UnsafeMutableRawPointer?>(nil)
  private let lock = Mutex(())

  deinit {
    if let known = published.load(ordering: .acquiring) { Unmanaged<Settings>.fromOpaque(known).release() }
  }

  var settings: Settings {
    if let known = published.load(ordering: .acquiring) { return Self.settings(known) }
    return lock.withLock { _ in
      if let known = published.load(ordering: .acquiring) { return Self.settings(known) }
      let made = Settings()
      published.store(Unmanaged.passRetained(made).toOpaque(), ordering: .releasing)
      for number in 0..<10 { made.values.append("value \(number)") }
      return made
    }
  }

  private static func settings(_ address: UnsafeMutableRawPointer) -> Settings {
    Unmanaged.fromOpaque(address).takeUnretainedValue()
  }
}

/// An actor that lets go of itself between its look and its store.
actor ReentrantOwner {
  private var made: Thing?

  var thing: Thing {
    get async {
      if let made { return made }
      await Task.yield()
      let new = Thing()
      made = new
      return new
    }
  }
}

/// A lock that is given up if it is not free.
final class TryingOwner: Sendable {
  private let made = Mutex<Thing?>(nil)

  var thing: Thing? {
    made.withLockIfAvailable { made in
      if made == nil { made = Thing() }
      return made
    } ?? nil
  }
}

/// One look, no lock, and an object that holds a value.
final class LookingForObjectOwner: @unchecked Sendable {
  private var made: AnyObject?

  var object: AnyObject {
    if made == nil { made = CopiedService() as AnyObject }
    return made!
  }
}

/// A thing for each thread that asks.
enum PerThread {
  private static let things = Mutex<[String: Thing]>([:])

  static var thing: Thing {
    let thread = "\(pthread_self())"
    return things.withLock { things in
      let thing = things[thread] ?? Thing()
      things[thread] = thing
      return thing
    }
  }
}

/// A global that nothing guards.
enum UnguardedGlobal {
  nonisolated(unsafe) private static var made: Unmanaged<Thing>?

  static var thing: Thing {
    if made == nil { made = .passRetained(Thing()) }
    return made!.takeUnretainedValue()
  }
}

// The others are right.

/// A lock around the look and the store.
struct LockedOwner: ~Copyable, Sendable {
  private let made = Mutex<Thing?>(nil)

  borrowing func thing() -> Thing {
    made.withLock { made in
      if made == nil { made = Thing() }
      return made!
    }
  }
}

protocol Service: Sendable {}
struct CopiedService: Service {}
final class SharedService: Service {}

/// What stands behind a protocol, and as an object.
final class ServiceOwner: @unchecked Sendable {
  let service: any Service
  let object: AnyObject?

  init(_ service: any Service, object: AnyObject? = nil) { (self.service, self.object) = (service, object) }
}

/// The first to publish wins; the instances of the others end at once.
final class PublishingOwner: Sendable {
  private let made = AtomicLazyReference<CountedThing>()

  var thing: CountedThing { made.load() ?? made.storeIfNil(CountedThing()) }
}

final class CountedThing: Sendable {
  init() { Probe.initializing() }
  deinit { Probe.deinitializing() }
}

actor ActorOwner {
  private var made: Thing?

  var thing: Thing {
    if made == nil { made = Thing() }
    return made!
  }
}

enum Once {
  static let thing = Thing()
  static let counted = CountedThing()
  static let early = CountedThing()
  static let service: any Service = CopiedService()
}

/// An initializer that waits, as one that reads a file does.
final class SleepingOwner: Sendable {
  private let made = Mutex<Thing?>(nil)

  var thing: Thing {
    made.withLock { made in
      if made == nil {
        usleep(20_000)
        made = Thing()
      }
      return made!
    }
  }
}

/// An instance that is made on a queue, which needs a thread of Dispatch.
final class QueueOwner: @unchecked Sendable {
  private let queue = DispatchQueue(label: "QueueOwner")
  private var made: Thing?

  var thing: Thing? {
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      if made == nil { made = Thing() }
      done.signal()
    }
    done.wait()
    return queue.sync { made }
  }
}

/// What a task makes, which needs a thread of the process.
enum OnceByTask {
  static let thing: Thing = {
    let done = DispatchSemaphore(value: 0)
    let made = Mutex<Thing?>(nil)
    Task.detached {
      made.withLock { $0 = Thing() }
      done.signal()
    }
    done.wait()
    return made.withLock { $0! }
  }()
}

// The last ones do not come back, or end the process.

/// What is made once in a process, and waits for itself.
enum OnceWaiting {
  static let thing: Thing = {
    DispatchSemaphore(value: 0).wait()
    return Thing()
  }()
}

/// Two constants whose initializers ask for each other.
final class CyclicTheme: Sendable {
  static let shared = CyclicTheme()
  let settings: CyclicSettings

  private init() { settings = .shared }
}

final class CyclicSettings: Sendable {
  static let shared = CyclicSettings()
  let theme: CyclicTheme

  private init() { theme = .shared }
}

/// Two permits that every other caller takes the other way round.
final class DeadlockedOwner: Sendable {
  private let permits = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 1)]
  private let callers = Atomic(0)
  private let made = Thing()

  var thing: Thing {
    let caller = callers.wrappingAdd(1, ordering: .relaxed).oldValue % 2
    for permit in [permits[caller], permits[1 - caller]] { permit.wait() }
    for permit in permits { permit.signal() }
    return made
  }
}

/// Waits for a flag that nobody sets.
final class SpinningOwner: Sendable {
  private let isReady = Atomic(false)
  private let made = Thing()

  var thing: Thing {
    while !isReady.load(ordering: .acquiring) { yieldProcessor() }
    return made
  }
}

final class GivingUpOwner: Sendable {
  var thing: Thing? { fatalError("the accessor gave up") }
}

/// One instance, until it was asked for often.
final class WornOutOwner: Sendable {
  private let callers = Atomic(0)
  private let made = Thing()

  var thing: Thing? {
    precondition(callers.wrappingAdd(1, ordering: .relaxed).oldValue != 500, "asked for too often")
    return made
  }
}
