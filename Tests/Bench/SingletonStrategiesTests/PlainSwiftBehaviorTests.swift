import Testing

@preconcurrency @testable import PlainSwift

/// The certain behavior of the listings: of sound accessors with several threads, of all other ones with one.
///
/// The singletons are those of this process, so no other test may use them, and these run one after the other.
@Suite(.serialized) struct `The classes of the plain Swift listings` {
  private static let sound: [(name: String, access: @Sendable () -> AnyObject)] = [
    ("atomic-lazy-reference", { FontCatalog.shared }),
    ("barrier-queue", { ProductIndex.shared }),
    ("class-initialize", { RecordStore.shared }),
    ("compare-exchange", { ColorTable.shared }),
    ("constructor-unavailable", { ServiceRegistry.shared }),
    ("double-checked-lock-acquire", { Tokenizer.shared }),
    ("inherited-once", { Theme.shared }),
    ("inherited-synchronized", { Document.shared }),
    ("init-guarded", { Account.shared }),
    ("keyed-registry", { Services.shared.service(ContactBook.self) }),
    ("mutex", { Keychain.shared }),
    ("once-token", { Database.shared }),
    ("once-token-alloc", { UserAccount.shared }),
    ("once-token-twice", { Wallet.shared }),
    ("once-two-tokens", { Agenda.shared }),
    ("per-class-once", { Session.shared }),
    ("pthread-once", { LocaleTable.shared }),
    ("reader-writer-lock", { RouteTable.shared }),
    ("semaphore-guarded-per-class", { FilmScanner.shared }),
    ("serial-queue", { Ledger.shared }),
    ("spin-flag", { RandomSource.shared }),
    ("static-let", { Analytics.shared }),
    ("synchronized-lazy", { EventLog.shared }),
    ("synchronized-redirect", { AddressBook.shared }),
    ("thread-local-witness", { UnitTable.shared }),
    ("weak-cache", { PictureCache.shared.picture(named: "cover", as: CoverPicture.self) }),
    ("weak-locked-read", { VideoSession.shared }),
  ]

  @Test(arguments: sound.indices) func `a sound accessor hands out one instance to eight threads`(index: Int) {
    #expect(ConcurrentAccess.instances(Self.sound[index].access) == 1, "\(Self.sound[index].name)")
  }

  @Test func `an actor hands out one instance to eight tasks`() async {
    let profiles = await withTaskGroup(of: Profile.self) { group in
      for _ in 0..<8 { group.addTask { await ProfileStore.shared.current() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(profiles.map { ObjectIdentifier($0) }).count == 1)
  }

  @Test func `a global actor and the main actor hand out one instance to eight tasks`() async {
    let pairs = await withTaskGroup(of: (Playlist, WindowManager).self) { group in
      for _ in 0..<8 { group.addTask { (await PlaylistStore.shared.current(), await WindowManager.shared) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(pairs.map { ObjectIdentifier($0.0) }).count == 1)
    #expect(Set(pairs.map { ObjectIdentifier($0.1) }).count == 1)
  }

  @Test func `what a task binds is seen by the tasks that it starts, and not by a detached one or by others`() async {
    let common = RequestContext.current
    let own = RequestContext(user: "me")
    let (seen, started, detached) = await RequestContext.$current.withValue(own) {
      async let seen = RequestContext.current
      let started = await Task { RequestContext.current }.value
      return (await seen, started, await Task.detached { RequestContext.current }.value)
    }
    #expect(seen === own && started === own && detached === common && RequestContext.current === common)
    #expect(await contextOfRequest(by: "me").user == "me")
  }

  @Test func `a weak cache has one value per key, and builds it again after the last owner is gone`() {
    func picture(_ name: String) -> CoverPicture { PictureCache.shared.picture(named: name, as: CoverPicture.self) }
    var first: CoverPicture? = picture("first")
    #expect(picture("first") === first && picture("second") !== first)
    weak let gone = first
    first = nil
    #expect(gone == nil && picture("first").name == "first")
  }

  @Test
  func `a configuration comes too late for those who ask before it, and only a lazy reference keeps the first one`() {
    #expect(FeatureFlags.shared == nil && ServerAddress.shared == nil && ProxySettings.shared == nil)
    let (flags, address) = (FeatureFlags.configure(["search"]), ServerAddress.configure(host: "example.com"))
    let settings = ProxySettings.configure(host: "example.com")
    #expect(FeatureFlags.shared === flags && ServerAddress.shared === address && ProxySettings.shared === settings)
    #expect(FeatureFlags.configure([]) !== flags && FeatureFlags.shared?.names == [])
    #expect(ProxySettings.configure(host: "test") !== settings && ProxySettings.shared?.host == "test")
    #expect(ServerAddress.configure(host: "test.example.com") === address && ServerAddress.shared === address)
  }

  @Test func `a static let whose initializer has failed stays nil`() {
    VaultKey.isDeviceLocked = true
    #expect(VaultKey.shared == nil)
    VaultKey.isDeviceLocked = false
    #expect(VaultKey.shared == nil)
  }

  @Test func `a failed task that is kept fails for good, and one that is forgotten is followed by the next one`()
    async throws
  {
    await ExchangeRateStore.shared.setOnline(false)
    await WeatherStore.shared.setOnline(false)
    await #expect(throws: ExchangeRateStore.Offline.self) { try await ExchangeRateStore.shared.rates() }
    await #expect(throws: WeatherStore.Offline.self) { try await WeatherStore.shared.weather() }
    await ExchangeRateStore.shared.setOnline(true)
    await WeatherStore.shared.setOnline(true)
    await #expect(throws: ExchangeRateStore.Offline.self) { try await ExchangeRateStore.shared.rates() }
    #expect(try await WeatherStore.shared.weather() === WeatherStore.shared.weather())
  }

  @Test func `a canceled caller cancels the task that everybody awaits, if it says so`() async throws {
    let (rates, inboxes) = (ExchangeRateStore(), InboxStore())
    let (first, none) = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return (try? await rates.rates(), try? await inboxes.inbox())
    }.value
    let later = try await rates.rates()
    #expect(first === later && none == nil)
    await #expect(throws: CancellationError.self) { try await inboxes.inbox() }
  }

  @Test func `without a second thread, the racing accessors hand out one instance`() {
    #expect(ImageCache.shared === ImageCache.shared)
    #expect(PhotoLibrary.shared === PhotoLibrary.shared)
    #expect(Stemmer.shared === Stemmer.shared)
    #expect(MapRenderer.shared === MapRenderer.shared)
    #expect(AppServices.shared.geocoder === AppServices.shared.geocoder)
    #expect(Beacon.shared.copy() === Beacon.shared)
    let socket = Socket.shared
    #expect(Socket.shared === socket)
  }

  @Test func `an open initializer builds a second instance`() {
    #expect(EventLog.shared !== makeAuditLog())
    #expect(Tokenizer.shared !== Tokenizer())
    #expect(Keychain.shared !== Keychain())
    #expect(Database.shared !== Database.shared.copy())
  }

  @Test func `what is made again is the same instance, and has lost what was set`() throws {
    Preferences.shared.theme = "dark"
    #expect(Preferences.shared.theme == "light")
    GameBoard.shared.stones = [1]
    #expect(GameBoard.shared.stones.isEmpty)
    Downloader.shared.queue = ["file"]
    #expect(Downloader.shared.queue.isEmpty)
    AddressBook.shared.names.append("You")
    #expect(AddressBook.make() === AddressBook.shared && AddressBook.shared.names == ["Me"])
    UserAccount.shared.balance = 5
    #expect(UserAccount.make() === UserAccount.shared && UserAccount.shared.balance == 0)
    Agenda.shared.appointments = []
    #expect(Agenda.make() === Agenda.shared && Agenda.shared.appointments == ["Lunch"])
    Session.shared.messages = ["hello"]
    #expect(Session.make() === Session.shared && Session.shared.messages.isEmpty)
    Theme.shared.accent = "red"
    #expect(Theme.make() === Theme.shared && Theme.shared.accent == "blue")
    Document.shared.title = "Letter"
    #expect(Document.make() === Document.shared && Document.shared.title == "Untitled")
    Player.shared.playlist = []
    #expect(Player.make() === Player.shared.copy() && Player.shared.playlist == ["Intro"])
    Configuration.bootstrap()
    Configuration.shared.values = [:]
    #expect(Configuration.make() === Configuration.shared && Configuration.shared.values == ["language": "en"])
    Clipboard.shared.append("text")
    #expect(Clipboard.shared.count == 1)
    #expect(Clipboard().count == 0 && Clipboard.shared.count == 0)
  }

  @Test func `the wallet of once-token-twice is set up twice`() {
    #expect(Wallet.shared.coins == 200)
  }

  @Test func `a guarded setup runs only once`() {
    Account.shared.name = "renamed"
    #expect(Account.make() === Account.shared && Account.shared.name == "renamed")
    MailService.shared.drafts = []
    #expect(MailService.make() === MailService.shared && MailService.shared.drafts.isEmpty)
  }

  @Test func `a strict singleton refuses construction and inheritance`() throws {
    #expect(try License.shared === License.shared.copy())
    #expect(throws: License.Refusal.self) { try License() }
    #expect(throws: License.Refusal.self) { try TrialLicense.shared }
  }

  @Test func `an inherited accessor hands out the wrong class, and one for each class the right one`() {
    #expect(type(of: Database.shared) == type(of: TestDatabase.shared))
    #expect(type(of: Theme.shared) == type(of: DarkTheme.shared))
    #expect(type(of: Document.shared) == type(of: Spreadsheet.shared))
    #expect(type(of: Player.shared) == type(of: VideoPlayer.shared))
    #expect(RecordStore.shared === CloudStore.shared)
    #expect(Session.shared !== GuestSession.shared)
    #expect(Scanner.shared.resolution == 300 && FilmScanner.shared.resolution == 4_800)
    #expect(Account.shared !== GuestAccount.shared)
    #expect(Account.shared.name != "guest" && GuestAccount.shared.name == "guest")
  }

  @Test func `a child's instance that the parent's setup skips is empty, for the parent, too`() {
    #expect(WatercolorPainter.shared.colors.isEmpty)
    #expect(Painter.shared === WatercolorPainter.shared)
  }

  @Test func `the hook of a child sets the parent's store up again`() {
    let store = RecordStore.shared
    store.records = []
    RecordStore.initialize()
    #expect(store.records == ["first"])
  }

  @Test func `after a teardown, the old instance is alive beside the new one`() {
    let connection = ChatConnection.shared
    ChatConnection.destroy()
    #expect(ChatConnection.shared !== connection)
    let queue = UploadQueue.shared
    UploadQueue.tearDown()
    #expect(UploadQueue.shared !== queue)
    let player = MusicPlayer.shared
    MusicPlayer.didReceiveMemoryWarning()
    #expect(MusicPlayer.shared !== player)
    let session = VoiceSession.shared
    VoiceSession.tearDown()
    #expect(VoiceSession.shared !== session)
    let mailbox = Mailbox.shared
    signOut()
    #expect(Mailbox.shared !== mailbox)
    let spooler = Spooler.shared
    clearSpooler()
    #expect(Spooler.shared !== spooler)
  }

  @Test func `a setup that asks for its own service blocks one that throws, and gets nil from one that does not`() {
    PrintService.limit = .milliseconds(1)
    PrintService.onSetUp = { _ = try PrintService.shared }
    #expect(throws: PrintService.Deadlock.self) { try PrintService.shared }
    PrintService.onSetUp = {}
    #expect(throws: PrintService.Deadlock.self) { try PrintService.shared }
    FaxService.limit = .milliseconds(1)
    nonisolated(unsafe) var gotNil = false
    FaxService.onSetUp = { gotNil = FaxService.shared == nil }
    #expect(FaxService.shared === FaxService.shared && gotNil)
  }

  @Test func `a weak singleton that is filled once is never filled again`() {
    func isAlive() -> Bool { SpellChecker.shared != nil }
    do {
      let checker = SpellChecker.shared
      withExtendedLifetime(checker) { #expect(isAlive()) }
    }
    #expect(!isAlive())
    #expect(PhraseBook.shared != nil)
    #expect(PhraseBook.shared == nil)
  }

  @Test func `owners have one each`() {
    #expect(GalleryModel().cache !== GalleryModel().cache)
    let scope = UserScope(user: "ann")
    #expect(scope.makeList().database === scope.makeSearch().database)
    #expect(scope.makeList().database !== UserScope(user: "bob").makeList().database)
  }

  @Test func `an actor that awaits between the check and the store keeps the last of its tokens`() async {
    _ = await TokenStore.shared.current()
    #expect(await TokenStore.shared.current() === TokenStore.shared.current())
  }
}
