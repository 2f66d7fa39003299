import CSingletonPlatform
import SingletonPlatform

// Whether the trial of a copy began anew. A copy of this process has its objects, at the same addresses: if the copy's
// threads got an object that is alive here, it was there before they asked for it.
extension RaceCounts {
  /// Notes the address of the instance that this copy's threads got, which is 0 if there is none, and its class.
  func note(instanceAt address: UInt) {
    let metadata = UnsafePointer<UInt>(bitPattern: address)?.pointee ?? 0
    for (word, value) in zip(instanceWords, [address, metadata]) {
      word.pointee.store(UInt64(value), ordering: .relaxed)
    }
  }

  /// Takes back the counts of a copy's trial if it got an instance that this process has, and was not violated.
  ///
  /// - Parameter before: The tally before the trial.
  func takeBackUnfreshTrial(since before: RaceTally) {
    let noted = instanceWords.map { UInt($0.pointee.exchange(0, ordering: .relaxed)) }
    let after = tally
    guard after.trials > before.trials, after[.violatingTrials] == before[.violatingTrials],
      let instance = UnsafeRawPointer(bitPattern: noted[0]), hasObject(at: instance, metadata: noted[1])
    else { return }
    replaceTally(by: before)
    add(1, to: .unfreshTrials)
  }

  /// Returns whether this process has a live object of a class at an address, where it may have no memory.
  private func hasObject(at address: UnsafeRawPointer, metadata: UInt) -> Bool {
    // An object in the program's file is never made, so that there cannot be two.
    guard !cp_is_static(address) else { return false }
    // The system reads the object's first word, and refuses if nothing is there.
    let word = UnsafeRawPointer(instanceWords[1])
    guard pwrite(shared.descriptor, address, SharedMemory.wordBytes, word - UnsafeRawPointer(shared.base)) > 0,
      instanceWords[1].pointee.exchange(0, ordering: .relaxed) == metadata
    else { return false }
    // The memory of an object that has ended may still look like it. A copy asks, because it may be given back at any time.
    return Subprocess.output(ofCopy: { cp_is_deallocating(address) ? "ended" : "alive" }) != "ended"
  }
}
