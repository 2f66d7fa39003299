import Foundation
import OtherForms
import SingletonCheck

/// What is stored where: each kind of value, read and written with a lock and without.
func addStorage(to forms: inout Forms) {
  let accesses: [(String, @Sendable (Slots) -> Void, @Sendable (Slots) -> Void)] = [
    ("boxInt", { $0.boxInt.value += 1 }, { _ = $0.boxInt.get() }),
    ("boxSIMD", { $0.boxSIMD.value = SIMD4(1, 2, 3, 4) }, { _ = $0.boxSIMD.value.w }),
    ("boxString", { $0.boxString.value = "zyxwvutsrqponmlkjihgfedcba 1" }, { _ = $0.boxString.value }),
    ("boxAny", { $0.boxAny.value = Small(name: "b") }, { _ = $0.boxAny.value.name }),
    ("boxAnyLarge", { $0.boxLarge.value = Large(name: "b") }, { _ = $0.boxLarge.value.name }),
    ("boxArray", { $0.boxArray.value = [1, 2] }, { _ = $0.boxArray.value.count }),
    ("boxOptional", { $0.boxOptional.value = Thing() }, { _ = $0.boxOptional.value }),
    (
      "boxEnum", { $0.boxEnum.value = .done(Thing(), "x") },
      { if case .done(let thing, _) = $0.boxEnum.value { _ = thing.value } }
    ),
    ("state", { $0.state = .done(Thing(), "x") }, { if case .done(let thing, _) = $0.state { _ = thing.value } }),
    ("list", { $0.list = .cons(1, $0.list) }, { if case .cons(let head, _) = $0.list { _ = head } }),
    ("lazyInStruct", { _ = $0.lazily.thing }, { _ = $0.lazily.thing }),
    (
      "pair", { $0.pair = (1, 1) },
      {
        let pair = $0.pair
        _ = pair.0 == pair.1
      }
    ),
    ("existential", { $0.shape = Small(name: "s") }, { _ = $0.shape?.name }),
    ("handler", { $0.handler = { 2 } }, { _ = $0.handler?() }),
    ("text", { $0.text.append("some more text than fifteen characters") }, { _ = $0.text.utf8.count }),
    ("data", { $0.data.append(contentsOf: [1, 2, 3]) }, { _ = $0.data.count }),
    ("table", { $0.table["a"] = 1 }, { _ = $0.table["a"] }),
    ("nestedInout", { $0.update(&$0.nested.inner) }, { _ = $0.nested.inner.count }),
    ("didSet", { $0.observed += 1 }, { _ = $0.changes }),
    ("weakVar", { $0.weakThing = $0.keeper }, { _ = $0.weakThing }),
    ("unownedUnsafe", { $0.raw = $0.keeper }, { _ = $0.raw.value }),
    (
      "overlapBytes", { $0.memory.storeBytes(of: 1, toByteOffset: 8, as: Int.self) },
      { _ = $0.memory.load(fromByteOffset: 12, as: Int32.self) }
    ),
    ("phase", { $0.phase = .next($0.phase, 1) }, { if case .next(_, let number) = $0.phase { _ = number } }),
    ("metatype", { $0.metatype = String.self }, { _ = $0.metatype == Int.self }),
    (
      "openClass",
      {
        $0.base = Base()
        $0.base!.bump()
      }, { _ = $0.base?.count }
    ),
    ("inlineArray", { $0.grid[1] = 3 }, { _ = $0.grid[1] }),
    ("anyHashable", { $0.hashable = AnyHashable("b") }, { _ = $0.hashable == AnyHashable("a") }),
    ("keyPathValue", { $0.path = \.changes }, { _ = $0[keyPath: $0.path] }),
  ]
  for (name, writes, reads) in accesses {
    forms.addPair(name) { isLocked in
      try check(
        fresh: { Slots() }, roles: { o in o.locked(isLocked) { writes(o) } }, { o in o.locked(isLocked) { reads(o) } },
        expecting: { _, _ in true })
    }
  }
  // Two accesses by one `inout` stop the process, with a lock, too.
  for isLocked in [true, false] {
    forms.add(
      "B_swap\(isLocked ? "Locked" : "")", fresh: { Slots() },
      roles: { o in o.locked(isLocked) { swap(&o.pair.0, &o.pair.1) } }, { o in o.locked(isLocked) { _ = o.pair } },
      expecting: { _, _ in true })
  }
  forms.add(
    "S_adjacentBools", fresh: { Slots() }, roles: { $0.flagA = true }, { $0.flagB = true },
    expecting: { o, _ in o.flagA && o.flagB })
}

private protocol Named { var name: String { get } }
private struct Small: Named { var name: String }
private struct Large: Named {
  var a = 1, b = 2, c = 3, d = 4
  var name: String
}
private enum State { case idle, loading(Int), done(Thing, String) }
private indirect enum List {
  case end
  case cons(Int, List)
}
private struct Lazily { lazy var thing = Thing() }
private struct Nested {
  var inner = Inner()
  struct Inner {
    var count = 0
    var log: [String] = []
  }
}

private final class Slots: @unchecked Sendable {
  private let lock = NSLock()
  var boxInt = Box(0), boxSIMD = Box(SIMD4<Double>(repeating: 0)), boxArray = Box([0])
  var boxString = Box("abcdefghijklmnopqrstuvwxyz 0"), boxAny = Box<any Named>(Small(name: "a"))
  var boxLarge = Box<any Named>(Large(name: "l"))
  var boxOptional = Box<Thing?>(nil), boxEnum = Box<State>(.idle)
  var state = State.idle, list = List.end, lazily = Lazily(), pair = (0, 0)
  var shape: (any Named)?, handler: (() -> Int)?, base: Base?
  var text = "", data = Data(), table: [String: Int] = [:]
  var grid: [4 of Int] = [0, 0, 0, 0], hashable = AnyHashable("a")
  var flagA = false, flagB = false, nested = Nested(), changes = 0
  var observed = 0 { didSet { changes += 1 } }
  weak var weakThing: Thing?
  unowned(unsafe) var raw: Thing
  let keeper = Thing(), memory: UnsafeMutableRawPointer
  var phase = Phase<Int>.idle, metatype: Any.Type = Int.self, path = \Slots.observed as KeyPath<Slots, Int>
  init() {
    raw = keeper
    memory = .allocate(byteCount: 64, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
  }
  func locked<R>(_ isLocked: Bool, _ body: () -> R) -> R { isLocked ? lock.withLock(body) : body() }
  func update(_ inner: inout Nested.Inner) {
    inner.count += 1
    inner.log.append("x")
  }
}
