swift test --filter StrategiesTests
swift test
singleton-bench explain spin-lock
