import CSingletonHooks

/// The values that the threads of an execution have got.
extension InstrumentedProgram where Owner: ~Copyable {
  /// The most addresses inside of one value at which the check looks.
  static var addressLimit: Int { 1_024 }

  /// Reads, as a caller would, what is behind the addresses inside of a value.
  static func look(into result: UnsafeMutablePointer<Result>, _ addresses: UnsafeMutablePointer<Address>) {
    // No thread runs the code that finds the addresses, and the code leaves nothing on a stack of a thread.
    ch_pause()
    note(result, addresses)
    ch_continue()
    for number in 0..<min(result.pointee.addressCount, addressLimit) {
      if let address = UnsafeRawPointer(bitPattern: addresses[number].word) { ch_look(address) }
    }
  }

  private static func note(_ result: UnsafeMutablePointer<Result>, _ addresses: UnsafeMutablePointer<Address>) {
    guard let value = result.pointee.value else { return }
    let found = Addresses.inside(of: value)
    if Addresses.isObject(value) { result.pointee.instance = found[0].word }
    result.pointee.addressCount = found.count
    for number in 0..<min(found.count, addressLimit) { addresses[number] = found[number] }
  }

  /// The addresses inside of what a thread has got.
  func addresses(of result: Result) -> [Address] {
    let first = addresses + result.thread * Self.addressLimit
    return Array(UnsafeBufferPointer(start: first, count: min(result.addressCount, Self.addressLimit)))
  }

  /// Whether memory or a result has the address of memory that has ended, which other memory could have got.
  var keepsAddress: Bool {
    guard arrangement == .first else { return false }
    let isReturned = (0..<threadCount).contains { thread in
      guard let value = results[thread].value else { return false }
      return withUnsafeBytes(of: value) { bytes in
        stride(from: 0, to: max(0, bytes.count - 7), by: 8).contains {
          ch_is_gone_for_others(bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self))
        }
      }
    }
    return isReturned || ch_keeps_address()
  }

  /// The addresses inside of what each thread has got.
  var addressesOfResults: [[Address]] { (0..<threadCount).map { addresses(of: results[$0]) } }
}
