swift run -c release singleton-bench --threads 64
swift test
