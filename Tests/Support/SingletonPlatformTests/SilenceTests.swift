import SingletonPlatform
import Testing

@Suite struct `Time without progress` {
  private static let look: UInt64 = 20_000_000

  @Test func `it is the time between looks, until there is progress`() {
    var silence = Silence(since: 0)
    for time in 1...10 { silence.note(isSilent: true, at: UInt64(time) * Self.look) }
    #expect(silence.length == 10 * Self.look)
    silence.note(isSilent: false, at: 11 * Self.look)
    #expect(silence.length == 0)
    silence.note(isSilent: true, at: 12 * Self.look)
    #expect(silence.length == Self.look)
  }

  @Test func `a pause of the watcher itself, as in a frozen container, is none`() {
    var silence = Silence(since: 0)
    silence.note(isSilent: true, at: Self.look)
    silence.note(isSilent: true, at: 3_600_000_000_000)
    #expect(silence.length < 1_000_000_000)
  }
}
