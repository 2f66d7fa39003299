// swift-tools-version: 6.2
import PackageDescription

/// The settings of code to check, as the documentation of SingletonCheck has them.
let instrumented: [SwiftSetting] = [
  .swiftLanguageMode(.v5),
  .unsafeFlags([
    "-Xfrontend", "-sanitize=thread", "-disable-cmo", "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm",
    "-force-attribute=sanitize_thread",
  ]),
]
let flagsOfC = [
  "-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write=true", "-fno-omit-frame-pointer",
]

// A package of its own, so that a build of the project does not compile it: scripts/hunt does.
let package = Package(
  name: "Hunt",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "singleton-bench", path: "../../..")],
  targets: [
    // Code without the flags, as that of most packages.
    .target(name: "PlainForms", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "PlainCForms", cSettings: [.define("_GNU_SOURCE")]),
    .target(name: "CForms", exclude: ["Functions.def"], cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(flagsOfC)]),
    .target(name: "CxxForms", cxxSettings: [.unsafeFlags(flagsOfC + ["-std=c++20"])]),
    // A module whose types the forms store, with the flags.
    .target(name: "OtherForms", swiftSettings: instrumented),
    // The forms with their checks, because the target of a user's tests has the flags, too.
    .target(
      name: "Forms",
      dependencies: [
        "CForms", "CxxForms", "OtherForms", "PlainCForms", "PlainForms",
        .product(name: "SingletonCheck", package: "singleton-bench"),
        .product(name: "SingletonSchedules", package: "singleton-bench"),
      ], swiftSettings: instrumented),
    .executableTarget(
      name: "hunt", dependencies: ["Forms"], path: "Sources/Hunt", swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  cxxLanguageStandard: .cxx20
)
