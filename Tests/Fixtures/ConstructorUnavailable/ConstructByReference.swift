// error: 'Settings' initializer is inaccessible due to 'private' protection level
func volume() -> Int {
  let make: () -> Settings = Settings.init
  return make().volume
}
