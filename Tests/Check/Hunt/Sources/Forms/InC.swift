import CForms
import CxxForms
import Foundation
import PlainCForms
import SingletonCheck

/// Code in C and C++, with the flags and without.
func addC(to forms: inout Forms) {
  forms.add("B_bufferC") {
    try check(
      fresh: { Memory() },
      roles: {
        buffer_fill($0.a, 1, 64)
        return 0
      },
      {
        buffer_copy($0.b, $0.a, 64)
        return Int(buffer_first($0.b))
      }, expecting: { _, _ in true })
  }
  forms.add("S_atomicFlag") { try check(fresh: { Memory() }, access: { $0.flagged(true) }) }
  forms.add("B_atomicFlagRelaxed") { try check(fresh: { Memory() }, access: { $0.flagged(false) }) }
  forms.add(
    "B_bitFields", fresh: { Memory() }, roles: { bits_set_a($0.bits, 1) }, { bits_set_b($0.bits, 2) },
    expecting: { o, _ in bits_sum(o.bits) == 3 })
  forms.add(
    "S_byteFields", fresh: { Memory() }, roles: { bytes_set_a($0.bytes, 1) }, { bytes_set_b($0.bytes, 2) },
    expecting: { o, _ in bytes_sum(o.bytes) == 3 })
  forms.add("B_union") {
    try check(
      fresh: { Memory() },
      roles: {
        both_word($0.both, .max)
        return 0
      }, { Int(both_high($0.both)) },
      expecting: { _, _ in true })
  }
  forms.addPair("increment") { isLocked in
    try check(
      fresh: { Memory() }, roles: { $0.increment(isLocked) }, { $0.increment(isLocked) },
      expecting: { o, _ in c_value(o.count) == 2 })
  }
  // libstdc++ 12 unlocks relaxed in `load`, so that there is a race by the model.
  let shared: [(String, @Sendable () -> UnsafeMutableRawPointer?)] = [
    ("B_volatile", { volatile_shared { malloc(8) } }), ("S_semT", { sem_shared() }), ("S_mtx", { mtx_shared() }),
    ("S_c11once", { c11_once_shared() }), ("U_cxxAtomicSharedPtr", { cxx_atomic_shared_ptr() }),
    ("B_cxxSharedPtr", { cxx_plain_shared_ptr() }), ("S_cxxSharedMutex", { cxx_shared_mutex() }),
    ("S_cxxRecursiveMutex", { cxx_recursive_mutex() }), ("S_cxxAtomicWait", { cxx_atomic_wait() }),
  ]
  for (name, access) in shared {
    forms.add(name) { try check(time: .seconds(20), fresh: {}, access: { _ in access() }) }
  }
  let plain: [(String, @Sendable () -> UnsafeMutableRawPointer?)] = [
    ("B_plainNamed", { plain_named { malloc(8) } }),
    ("B_plainLocal", { plain_local { malloc(8) } }),
  ]
  for (name, access) in plain {
    forms.add(name) { try check(fresh: { Counting() }, access: { o in o.counted(access) }) }
  }
  forms.add(
    "B_plainStartsOnce", fresh: { Counting() },
    roles: { $0.counted { plain_underscore_once() } }, { $0.counted { plain_underscore_once() } },
    expecting: { _, v in v[0] + v[1] <= 1 })
  forms.add(
    "B_plainSystemWrites", fresh: { Counting() },
    roles: { $0.counted(plain_first_byte) }, { $0.counted(plain_first_byte) },
    expecting: { _, v in v == [0x72, 0x72] })
  forms.add(
    "S_systemWritesLocked", fresh: { Counting() }, roles: { $0.locked(c_first_byte) }, { $0.locked(c_first_byte) },
    expecting: { _, v in v == [0x72, 0x72] })
  forms.add(
    "B_plainLookThenStart", fresh: { Counting() }, roles: { $0.starts() }, { $0.starts() },
    expecting: { _, v in v[0] + v[1] <= 1 })
}

private final class Counting: @unchecked Sendable {
  private let lock = NSLock()
  private var calls = 0
  func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }
  func counted<R>(_ body: () -> R) -> R {
    lock.withLock { calls += 1 }
    return body()
  }
  func starts() -> Int {
    let isStarted = plain_is_started() != 0
    lock.withLock { calls += 1 }
    if isStarted { return 0 }
    plain_start()
    return 1
  }
}

private final class Memory: @unchecked Sendable {
  private let lock = NSLock(), flag = flag_lock_make()
  let a = UnsafeMutablePointer<CChar>.allocate(capacity: 64), b = UnsafeMutablePointer<CChar>.allocate(capacity: 64)
  let bits = UnsafeMutablePointer<CForms.bits>.allocate(capacity: 1),
    bytes = UnsafeMutablePointer<CForms.bytes>.allocate(capacity: 1)
  let both = UnsafeMutablePointer<CForms.both>.allocate(capacity: 1),
    count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private var made: Thing?
  init() {
    a.initialize(repeating: 0, count: 64)
    b.initialize(repeating: 0, count: 64)
    bits.initialize(to: .init())
    bytes.initialize(to: .init())
    both.initialize(to: .init())
    count.initialize(to: 0)
  }
  func flagged(_ orders: Bool) -> Thing {
    flag_lock_take(flag, orders)
    if made == nil { made = Thing() }
    let found = made!
    flag_lock_give(flag, orders)
    return found
  }
  func increment(_ isLocked: Bool) { if isLocked { lock.withLock { c_increment(count) } } else { c_increment(count) } }
}
