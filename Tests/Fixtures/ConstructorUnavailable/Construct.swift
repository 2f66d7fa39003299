// error: 'Settings' initializer is inaccessible due to 'private' protection level
func volume() -> Int { Settings().volume }
