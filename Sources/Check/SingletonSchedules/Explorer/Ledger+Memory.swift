import CSingletonSchedules

// Races and doubts that the watch over memory has noted.

extension Ledger {
  /// What keeps the search from deciding.
  var doubt: cs_doubt {
    get { seen.pointee.doubt }
    nonmutating set { seen.pointee.doubt = newValue }
  }

  /// The first race of the latest schedule.
  var race: cs_race { seen.pointee.race }

  /// Notes what instrumented code has done in the schedule under way.
  func noteMemory() {
    if cs_has_seen_memory() { self[.hasSeenMemory] = 1 }
    seen.pointee.race = cs_first_race()
    if race.first != 0 { note(.race) }
  }
}
