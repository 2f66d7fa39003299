extension InstrumentedProgram where Owner: ~Copyable {
  /// The names of the memory of the execution that was run last.
  func names() -> VariableNames {
    var names = VariableNames()
    let instances = (0..<threadCount).map { results[$0].instance }
    for address in [ownerAddress].compactMap(\.self) + instances {
      guard let address = UnsafeRawPointer(bitPattern: address) else { continue }
      names.add(Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue())
    }
    return names
  }
}
