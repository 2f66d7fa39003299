import Dispatch
import LoopTime
import Synchronization

@preconcurrency @testable import PlainSwift

/// The loops that the times of plain forms are compared with, as they are written without the harness.
///
/// `PlainLoops static-let` prints how many nanoseconds the listing of `static-let` takes for an access.
@main enum PlainLoops {
  static func main() async { await printTime(of: listings) }

  /// A loop around the accessor of each listing that returns: the initializer of `once-token-nested` waits for itself.
  private static let listings: [String: @Sendable () throws -> Double] = [
    "actor": { nanoseconds { CallingThread.run { await ProfileStore.shared.current() } } },
    "actor-awaiting": { nanoseconds { CallingThread.run { await TokenStore.shared.current() } } },
    "arc-alloc": { nanoseconds { GameBoard.shared } },
    "arc-external-write": { nanoseconds { Spooler.shared } },
    "arc-lazy": { nanoseconds { MapRenderer.shared } },
    "arc-teardown": { nanoseconds { MusicPlayer.shared } },
    "atomic-lazy-reference": { nanoseconds { FontCatalog.shared } },
    "barrier-queue": { nanoseconds { ProductIndex.shared } },
    "class-initialize": { nanoseconds { RecordStore.shared } },
    "compare-exchange": { nanoseconds { ColorTable.shared } },
    "configured-mutex": {
      ProxySettings.configure(host: "proxy.example.com")
      return nanoseconds { ProxySettings.shared }
    },
    "configured-once": {
      ServerAddress.configure(host: "example.com")
      return nanoseconds { ServerAddress.shared }
    },
    "configured-variable": {
      FeatureFlags.configure(["search"])
      return nanoseconds { result(of: featureFlags) }
    },
    "constructor-unavailable": { nanoseconds { result(of: serviceRegistry) } },
    "double-checked-alloc": { nanoseconds { Player.shared } },
    "double-checked-lock": { nanoseconds { PhotoLibrary.shared } },
    "double-checked-lock-acquire": { nanoseconds { Tokenizer.shared } },
    "eager-load": {
      Configuration.bootstrap()
      return nanoseconds { result(of: configuration) }
    },
    "exposed-global": { nanoseconds { Mailbox.shared } },
    "global-actor": { nanoseconds { CallingThread.run { await PlaylistStore.shared.current() } } },
    "inherited-once": { nanoseconds { Theme.shared } },
    "inherited-synchronized": { nanoseconds { Document.shared } },
    "init-guarded": { nanoseconds { Account.shared } },
    "keyed-registry": { nanoseconds { Services.shared.service(ContactBook.self) } },
    "lazy-property": {
      let model = GalleryModel()
      return nanoseconds { model.cache }
    },
    "lazy-var": { nanoseconds { AppServices.shared.geocoder } },
    "main-actor-static-let": { nanoseconds { CallingThread.run { await WindowManager.shared } } },
    "mutex": { nanoseconds { Keychain.shared } },
    "once-strict": { try nanoseconds { try License.shared } },
    "once-token": { nanoseconds { Database.shared } },
    "once-token-alloc": { nanoseconds { UserAccount.shared } },
    "once-token-twice": { nanoseconds { Wallet.shared } },
    "once-two-tokens": { nanoseconds { Agenda.shared } },
    "per-class-once": { nanoseconds { Session.shared } },
    "pthread-once": { nanoseconds { LocaleTable.shared } },
    "reader-writer-lock": { nanoseconds { RouteTable.shared } },
    "relaxed-double-checked-lock": { nanoseconds { Stemmer.shared } },
    "scoped-owner": {
      let scope = UserScope(user: "guest")
      return nanoseconds { scope.makeList().database }
    },
    "semaphore-destroyable": { nanoseconds { ChatConnection.shared } },
    "semaphore-guarded": { nanoseconds { MailService.shared } },
    "semaphore-guarded-inherited": { nanoseconds { Painter.shared } },
    "semaphore-guarded-per-class": { nanoseconds { Scanner.shared } },
    "semaphore-guarded-throwing": { try nanoseconds { try PrintService.shared } },
    "semaphore-guarded-unasserted": { nanoseconds { FaxService.shared } },
    "semaphore-immortal": { nanoseconds { Beacon.shared } },
    "serial-queue": { nanoseconds { Ledger.shared } },
    "spin-flag": { nanoseconds { RandomSource.shared } },
    "static-let": { nanoseconds { result(of: analytics) } },
    "static-let-failable": { nanoseconds { result(of: vaultKey) } },
    "stored-task": { nanoseconds { CallingThread.run { try? await ExchangeRateStore.shared.rates() } } },
    "stored-task-canceling": { nanoseconds { CallingThread.run { try? await InboxStore.shared.inbox() } } },
    "stored-task-retry": { nanoseconds { CallingThread.run { try? await WeatherStore.shared.weather() } } },
    "subclass-once-recursive": { nanoseconds { Tracker.shared } },
    "synchronized-alloc": { nanoseconds { Downloader.shared } },
    "synchronized-lazy": { nanoseconds { EventLog.shared } },
    "synchronized-redirect": { nanoseconds { AddressBook.shared } },
    "task-local": { nanoseconds { RequestContext.current } },
    "teardown-lazy": { nanoseconds { UploadQueue.shared } },
    "thread-local-witness": { nanoseconds { UnitTable.shared } },
    "unsynchronized-alloc": { nanoseconds { Preferences.shared } },
    "unsynchronized-lazy": { nanoseconds { ImageCache.shared } },
    "weak": { nanoseconds { VoiceSession.shared } },
    "weak-cache": { nanoseconds { PictureCache.shared.picture(named: "cover", as: CoverPicture.self) } },
    "weak-locked-read": { nanoseconds { VideoSession.shared } },
    "weak-once": { nanoseconds { SpellChecker.shared } },
    "weak-once-early-read": { nanoseconds { PhraseBook.shared } },
    "weak-unguarded": { nanoseconds { Socket.shared } },
  ]
}

// The optimizer would make the read of a stored property once for all turns, and retain nothing. So these are calls that
// put a reference into memory.
@inline(never) private func analytics(_ result: inout Analytics?) { result = .shared }
@inline(never) private func configuration(_ result: inout Configuration?) { result = .shared }
@inline(never) private func featureFlags(_ result: inout FeatureFlags?) { result = .shared }
@inline(never) private func vaultKey(_ result: inout VaultKey?) { result = .shared }
@inline(never) private func serviceRegistry(_ result: inout ServiceRegistry?) { result = .shared }

@inline(__always)
private func result<T: AnyObject>(of getter: (inout T?) -> Void) -> T? {
  var result: T?
  getter(&result)
  return result
}

/// Returns the nanoseconds of an access: the accessor is called, one field of the result is read, the result is released.
///
/// It is inlined, so that each listing has a loop of its own.
@inline(__always)
private func nanoseconds<T: AnyObject>(_ accessor: () throws -> T?) rethrows -> Double {
  let held = try accessor()  // A weak variable becomes empty when nothing else holds the instance.
  defer { withExtendedLifetime(held) {} }
  return try medianTime { turns in
    var sum = 0
    for _ in 0..<turns { sum &+= firstField(of: try accessor()) }
    return sum
  }
}

/// Returns the first word behind an object's metadata and its reference counts, where its first field is. Some listings
/// have no field that can be read without another call, such as a retain or a check of exclusive access.
@inline(__always)
private func firstField(of object: (some AnyObject)?) -> Int {
  guard let object else { return 0 }
  return withExtendedLifetime(object) {
    Unmanaged.passUnretained(object).toOpaque().load(fromByteOffset: 16, as: Int.self)
  }
}

// MARK: - Tasks

/// The thread that calls, as the executor of a task that it waits for.
private final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private static let only = CallingThread()

  static func run<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    // Unsafe: outside of the body, the task runs on this thread alone.
    nonisolated(unsafe) var result: R?
    Task(executorPreference: only) { result = await body() }
    while true {
      if let result { return result }
      only.count.wait()
      only.jobs.withLock { $0.removeFirst() }.runSynchronously(on: only.asUnownedTaskExecutor())
    }
  }
}
