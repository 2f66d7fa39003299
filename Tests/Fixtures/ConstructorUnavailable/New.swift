// error: 'new()' is unavailable: there is one instance: use shared
func volume() -> Int { Settings.new().volume }
