// swift-tools-version: 6.2
import PackageDescription

// Real defects as small forms, and the programs that look for them. `scripts/museum` builds and runs these.

/// Applications had the defects in mode 5; mode 6 rejects some of them.
let exhibits: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// As the documentation of SingletonCheck has them.
let instrumented: [SwiftSetting] = [
  .unsafeFlags([
    "-Xfrontend", "-sanitize=thread", "-disable-cmo",
    "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm", "-force-attribute=sanitize_thread",
  ])
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "singleton-bench") }

let package = Package(
  name: "museum",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "singleton-bench", path: "../..")],
  targets: [
    .target(name: "Exhibits", path: "Exhibits", swiftSettings: exhibits),
    // The same files, by links.
    .target(name: "CheckedExhibits", path: "CheckedExhibits", swiftSettings: exhibits + instrumented),
    .executableTarget(name: "museum-loops", dependencies: ["Exhibits"], path: "Loops", swiftSettings: exhibits),
    .executableTarget(
      name: "museum-races", dependencies: ["Exhibits", product("SingletonStress"), product("SingletonSchedules")],
      path: "Races", swiftSettings: exhibits),
    .executableTarget(name: "museum-limits", dependencies: [product("SingletonStress")], path: "Limits"),
    .executableTarget(
      name: "museum-checks", dependencies: ["CheckedExhibits", product("SingletonCheck")], path: "Checks",
      swiftSettings: exhibits),
  ]
)
