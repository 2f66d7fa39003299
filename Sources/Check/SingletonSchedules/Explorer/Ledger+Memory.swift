import CSingletonSchedules

// What the watch over memory has seen.

extension Ledger {
  /// What keeps the search from deciding.
  var doubt: cs_doubt {
    get {
      cs_doubt(
        kind: cs_doubt_kind(rawValue: UInt8(self[.doubt])), first: UInt(self[.doubtFirst]),
        second: UInt(self[.doubtSecond]))
    }
    nonmutating set {
      self[.doubt] = UInt64(newValue.kind.rawValue)
      (self[.doubtFirst], self[.doubtSecond]) = (UInt64(newValue.first), UInt64(newValue.second))
    }
  }

  /// The first race of the latest schedule.
  var race: cs_race {
    get {
      cs_race(
        first: UInt(self[.raceFirst]), second: UInt(self[.raceSecond]), first_step: UInt32(self[.raceFirstStep]),
        second_step: UInt32(self[.raceSecondStep]), first_writes: self[.raceFirstWrites] == 1,
        second_writes: self[.raceSecondWrites] == 1)
    }
    nonmutating set {
      (self[.raceFirst], self[.raceSecond]) = (UInt64(newValue.first), UInt64(newValue.second))
      (self[.raceFirstStep], self[.raceSecondStep]) = (UInt64(newValue.first_step), UInt64(newValue.second_step))
      self[.raceFirstWrites] = newValue.first_writes ? 1 : 0
      self[.raceSecondWrites] = newValue.second_writes ? 1 : 0
    }
  }

  /// Notes what instrumented code has done in the schedule under way.
  func noteMemory() {
    if cs_has_seen_memory() { self[.hasSeenMemory] = 1 }
    race = cs_first_race()
    if race.first != 0 { note(.race) }
  }
}
