// compiles
func volume() -> Int { Settings.shared.volume }
