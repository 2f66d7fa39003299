/// What the forms hand out.
final class Thing: @unchecked Sendable {
  var value = 1
  init() {}
  init(_ value: Int) { self.value = value }
}
