// error: 'copy()' is unavailable: there is one instance: use shared
func volume() -> Int { Settings.shared.copy().volume }
