swift test
singleton-bench explain spin-lock
