// error: 'mutableCopy()' is unavailable: there is one instance: use shared
func volume() -> Int { Settings.shared.mutableCopy().volume }
