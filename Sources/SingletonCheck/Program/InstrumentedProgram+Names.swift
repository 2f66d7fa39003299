extension InstrumentedProgram {
  /// The names of the memory of the execution that was run last.
  func names() -> VariableNames {
    var names = VariableNames()
    if let owner = currentOwner as AnyObject?, type(of: currentOwner) is AnyClass { names.add(owner) }
    for thread in 0..<threadCount {
      guard let address = UnsafeRawPointer(bitPattern: results[thread].instance) else { continue }
      names.add(Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue())
    }
    return names
  }
}
