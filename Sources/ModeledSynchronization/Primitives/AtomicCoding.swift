import SingletonStrategyKit
import Synchronization

/// The bits of a value as the toolchain's `Atomic` stores it, in the highest bits of one word, where arithmetic wraps
/// around and integers compare as in their own width.
struct Bits<Value: AtomicRepresentable>: Equatable {
  let bytes: [UInt8]

  init(_ value: Value) {
    bytes = withUnsafeBytes(of: Value.encodeAtomicRepresentation(value)) { Array($0) }
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  var value: Value {
    withUnsafeTemporaryAllocation(of: Value.AtomicRepresentation.self, capacity: 1) { storage in
      UnsafeMutableRawBufferPointer(storage).copyBytes(from: bytes)
      return Value.decodeAtomicRepresentation(storage[0])
    }
  }

  static var fitsWord: Bool { MemoryLayout<Value.AtomicRepresentation>.size <= MemoryLayout<UInt>.size }
}

extension ThreadRun {
  /// Returns the word that stands for a value in an atomic.
  ///
  /// - Parameter site: The line that stores the value; `nil` if the value is only compared, so that an unknown address
  ///   is not initialized.
  func atomicWord<Value: AtomicRepresentable>(of value: Value, at site: SourceLine?) -> UInt {
    if let address = (value as? any Address)?.bits {
      if address == 0 || site != nil || wordsByAddress[address] != nil {
        return word(ofAddress: address, at: site ?? .unknown)
      }
      return .max
    }
    let bits = Bits(value)
    if Bits<Value>.fitsWord { return Exploration.word(of: bits.bytes) }
    return word(of: bits.bytes, at: site ?? .unknown)
  }

  /// Returns the value of an atomic that a word stands for.
  func atomicValue<Value: AtomicRepresentable>(of word: UInt) -> Value {
    if Value.self is any Address.Type {
      return unsafeBitCast(word == 0 ? 0 : entry(word).address, to: Value.self)
    }
    if Bits<Value>.fitsWord { return Exploration.atomicValue(of: word) }
    let zero = [UInt8](repeating: 0, count: MemoryLayout<Value.AtomicRepresentation>.size)
    return Bits(bytes: value(of: word, or: zero)).value
  }
}

extension Exploration {
  static func word(of bytes: [UInt8]) -> UInt {
    let word = bytes.reversed().reduce(0 as UInt) { $0 << 8 | UInt($1) }
    return word << UInt(UInt.bitWidth - 8 * bytes.count)
  }

  static func atomicValue<Value: AtomicRepresentable>(of word: UInt) -> Value {
    let count = MemoryLayout<Value.AtomicRepresentation>.size
    let bits = word >> UInt(UInt.bitWidth - 8 * count)
    return Bits(bytes: (0..<count).map { UInt8(truncatingIfNeeded: bits >> UInt(8 * $0)) }).value
  }
}

extension Cell.Coding where Value: AtomicRepresentable {
  /// The coding of an atomic's values: values that fit in a word as bits, addresses and all others as names.
  static var atomic: Self {
    Self { thread, value, site in
      thread.atomicWord(of: value, at: site)
    } text: { exploration, word, letter in
      if Value.self is any Address.Type { return word == 0 ? "nil" : letter(word) }
      guard Bits<Value>.fitsWord else { return exploration.text(of: word, letter) }
      let value: Value = Exploration.atomicValue(of: word)
      return Reflection.text(of: value) { _ in nil }
    }
  }
}
