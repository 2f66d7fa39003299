// swift-tools-version: 6.2
import PackageDescription

/// On many of Intel's processors a jump that crosses a border of 32 bytes is slow (erratum JCC), so the same loop costs
/// half as much again wherever a build happens to put it there. No jump is put there.
#if arch(x86_64)
  let steadyBranches = ["branches-within-32B-boundaries"]
#else
  let steadyBranches: [String] = []
#endif

let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
  + steadyBranches.map { .unsafeFlags(["-Xllvm", "-x86-" + $0], .when(configuration: .release)) }

/// The same for C.
let cSettings: [CSetting] =
  [.define("_GNU_SOURCE", .when(platforms: [.linux]))]
  + steadyBranches.map { .unsafeFlags(["-m" + $0], .when(configuration: .release)) }

/// Swift's own libraries linked in: each row is a process, some have one for each trial, and a process then starts in
/// half the time.
let startsFaster: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

/// A room of the house: its name, and the rooms it may see. Arrows run one way only.
func room(_ name: String, sees rooms: [String] = []) -> Target {
  .target(name: name, dependencies: rooms.map { .byName(name: $0) }, swiftSettings: swiftSettings)
}

/// What holds a room to its claims. It sees the room, and those that its claims are about.
func tests(of room: String, sees rooms: [String] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: room + "Tests", dependencies: ([room, "TestSupport"] + rooms).map { .byName(name: $0) }, exclude: exclude,
    swiftSettings: swiftSettings)
}

let package = Package(
  name: "singleton-bench",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "singleton-bench", targets: ["singleton-bench"])],
  targets: [
    .target(name: "CPlatform", cSettings: cSettings),
    room("Outcomes"),
    room("Strategies", sees: ["Outcomes", "CPlatform"]),
    room("StressEngine", sees: ["Outcomes", "Strategies", "CPlatform"]),
    room("ModelChecker", sees: ["Outcomes", "Strategies", "CPlatform"]),
    room("Reports", sees: ["Outcomes"]),
    room("Baselines", sees: ["Outcomes", "Reports"]),
    room("Lessons", sees: ["Outcomes", "Strategies", "Reports", "CPlatform"]),
    room(
      "Commands",
      sees: ["Outcomes", "Strategies", "StressEngine", "ModelChecker", "Reports", "Baselines", "Lessons", "CPlatform"]),
    .executableTarget(
      name: "singleton-bench", dependencies: ["Commands"], swiftSettings: swiftSettings,
      linkerSettings: startsFaster),
    .target(name: "HandWritten", path: "Benchmarks/HandWritten", cSettings: cSettings),
    .executableTarget(
      name: "HarnessOverhead",
      dependencies: ["Outcomes", "Strategies", "StressEngine", "ModelChecker", "HandWritten"],
      path: "Benchmarks/HarnessOverhead", swiftSettings: swiftSettings, linkerSettings: startsFaster),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
    tests(of: "Outcomes", sees: ["Strategies"], exclude: ["Reference"]),
    tests(of: "Strategies", sees: ["Outcomes"]),
    tests(of: "ModelChecker", sees: ["Outcomes", "Strategies"], exclude: ["Resources"]),
    tests(of: "Reports", sees: ["Outcomes"], exclude: ["Golden"]),
    tests(of: "Baselines", sees: ["Outcomes", "Reports"], exclude: ["Reference"]),
    tests(of: "Lessons", sees: ["Outcomes", "Reports", "Strategies"]),
    tests(of: "Commands", sees: ["Lessons", "Outcomes", "Reports", "Strategies", "StressEngine"], exclude: ["Golden"]),
    tests(of: "StressEngine", sees: ["Outcomes", "Strategies", "CPlatform"]),
    // Strategies that go wrong, behind the real command line.
    .executableTarget(
      name: "FaultyBench", dependencies: ["Commands", "Lessons", "Outcomes", "Strategies", "StressEngine"],
      path: "Tests/Fixtures/FaultyBench", swiftSettings: swiftSettings),
    // The strategy that the tutorial writes, behind the real command line.
    .executableTarget(
      name: "TutorialBench", dependencies: ["Commands", "Outcomes", "Strategies"],
      path: "Tests/Fixtures/TutorialBench", swiftSettings: swiftSettings),
    // The executables are dependencies so that they are built: the tests start them as processes.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "singleton-bench", "FaultyBench", "TutorialBench", "Lessons", "Outcomes", "Reports", "Strategies",
        "StressEngine", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: swiftSettings),
  ],
  // For #embed: the strategies' files are shown as they are.
  cLanguageStandard: .gnu2x
)
