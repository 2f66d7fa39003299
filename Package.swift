// swift-tools-version: 6.2
import PackageDescription

/// The option that keeps jumps from crossing a 32-byte boundary. On many Intel processors such a jump is slow (erratum
/// JCC), so a loop takes half as long again if a build happens to place one of its jumps there.
///
/// The condition is on the architecture of the build machine; other architectures have no such flag.
#if arch(x86_64)
  let alignBranches = ["x86-branches-within-32B-boundaries"]
#else
  let alignBranches: [String] = []
#endif

let commonSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny")]
  + alignBranches.map { .unsafeFlags(["-Xllvm", "-" + $0], .when(configuration: .release)) }

let swiftSettings = commonSettings + [.enableUpcomingFeature("InternalImportsByDefault")]

let cSettings: [CSetting] =
  [.define("_GNU_SOURCE", .when(platforms: [.linux]))]
  + alignBranches.map { .unsafeFlags(["-mllvm", "-" + $0], .when(configuration: .release)) }

/// The settings that let other modules specialize a module's generics: an access through an unspecialized generic costs a
/// hundred times as much as most strategies.
///
/// The imports of such a module must not be internal, because its functions could then not be specialized elsewhere.
let specializable: [SwiftSetting] =
  commonSettings + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

/// The settings of modules in which no time is spent: the commands, what they print, and the tests' own strategies.
///
/// Optimized, they took a third of the time of a release build, which everybody waits for before the first run. The
/// other modules are optimized: every child process starts with `ArgumentParsing` and `TextFormats`, and reports of a
/// million rows are read by `Reports` and judged by `Comparison`.
let unoptimized: [SwiftSetting] =
  swiftSettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The settings that link the Swift libraries statically, which halves the time that a process needs to start.
///
/// Each row runs in a process of its own, and in some rows each trial does.
let staticStdlib: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

func library(
  _ name: String, dependsOn modules: [String] = [], settings: [SwiftSetting] = swiftSettings
) -> Target {
  .target(name: name, dependencies: modules.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(for module: String, dependsOn modules: [String] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: ([module, "TestSupport"] + modules).map { .byName(name: $0) },
    exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
  name: "singleton-bench",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "singleton-bench", targets: ["singleton-bench"]),
    .library(name: "SingletonStress", targets: ["SingletonStress"]),
    .library(name: "SingletonStressTesting", targets: ["SingletonStressTesting"]),
    .library(name: "ModeledSynchronization", targets: ["ModeledSynchronization"]),
    .library(name: "SingletonBench", targets: ["SingletonBench"]),
    .library(name: "Strategies", targets: ["Strategies"]),
  ],
  targets: [
    // General-purpose libraries, which are independent of singletons.
    .target(name: "CPlatform", cSettings: cSettings),
    library("Platform", dependsOn: ["CPlatform"], settings: specializable),
    library("MemoryModels"),
    library("Statistics", dependsOn: ["Platform"]),
    library("TextFormats", dependsOn: ["Platform"]),
    library("ArgumentParsing", dependsOn: ["TextFormats"]),
    library("ModelChecker", dependsOn: ["CPlatform", "MemoryModels"]),
    // The domain.
    library("Core", dependsOn: ["MemoryModels", "Statistics"], settings: specializable),
    library("StrategyKit", dependsOn: ["Core", "CPlatform", "Platform"], settings: specializable),
    .target(name: "EmbeddedSources"),
    // The strategies as applications write them, which the program embeds but does not link. Racy code is compiled in
    // mode 5, because mode 6 rejects it.
    .target(name: "PlainSwift", swiftSettings: [.swiftLanguageMode(.v5)]),
    library("Strategies", dependsOn: ["Core", "EmbeddedSources", "StrategyKit"]),
    library(
      "StressEngine",
      dependsOn: [
        "ArgumentParsing", "Core", "CPlatform", "MemoryModels", "Platform", "Statistics", "StrategyKit", "TextFormats",
      ]),
    library("Drawings", dependsOn: ["Core", "MemoryModels", "TextFormats"], settings: unoptimized),
    library("StrategyChecker", dependsOn: ["Core", "MemoryModels", "ModelChecker", "StrategyKit"]),
    library(
      "ModeledSynchronization",
      dependsOn: [
        "Core", "CPlatform", "Drawings", "MemoryModels", "ModelChecker", "Platform", "StrategyChecker", "StrategyKit",
        "TextFormats",
      ]),
    library("Reports", dependsOn: ["Core", "MemoryModels", "Platform", "Statistics", "TextFormats"]),
    library("Comparison", dependsOn: ["Core", "Platform", "Reports", "Statistics", "TextFormats"]),
    library(
      "Presentation",
      dependsOn: ["Core", "Drawings", "MemoryModels", "Platform", "Reports", "Statistics", "TextFormats"],
      settings: unoptimized),
    library(
      "Lessons",
      dependsOn: [
        "Core", "MemoryModels", "ModelChecker", "Platform", "Presentation", "Reports", "StrategyKit", "TextFormats",
      ],
      settings: unoptimized),
    library(
      "Commands",
      dependsOn: [
        "ArgumentParsing", "Comparison", "Core", "Drawings", "Lessons", "MemoryModels", "ModelChecker", "Platform",
        "Presentation", "Reports", "StrategyChecker", "StrategyKit", "StressEngine", "TextFormats",
      ],
      settings: unoptimized),
    .executableTarget(
      name: "singleton-bench", dependencies: ["Commands", "Lessons", "Strategies"], swiftSettings: swiftSettings,
      linkerSettings: staticStdlib),
    // The library for tools with strategies of their own.
    library(
      "SingletonBench",
      dependsOn: ["Commands", "Core", "ModelChecker", "Presentation", "StrategyChecker", "StrategyKit"],
      settings: unoptimized),
    // Stress tests of one's own singletons.
    library(
      "SingletonStress",
      dependsOn: ["Core", "CPlatform", "Platform", "Reports", "StrategyKit", "StressEngine", "TextFormats"]),
    library("SingletonStressTesting", dependsOn: ["Platform", "SingletonStress"]),
    // Benchmarks.
    .target(name: "CReference", path: "Benchmarks/CReference", cSettings: cSettings),
    .executableTarget(
      name: "HarnessOverhead",
      dependencies: [
        "ClientStrategies", "Core", "CPlatform", "CReference", "ModelChecker", "Platform", "Strategies",
        "StrategyChecker", "StrategyKit", "StressEngine",
      ],
      path: "Benchmarks/HarnessOverhead", swiftSettings: swiftSettings, linkerSettings: staticStdlib),
    // Tests.
    .target(name: "TestSupport", dependencies: ["Core"], path: "Tests/TestSupport", swiftSettings: unoptimized),
    tests(for: "Core"),
    tests(for: "Statistics", exclude: ["Reference"]),
    tests(for: "Strategies", dependsOn: ["Core", "PlainSwift", "StrategyKit"]),
    tests(for: "ModelChecker", dependsOn: ["MemoryModels"], exclude: ["Resources"]),
    tests(for: "StrategyChecker", dependsOn: ["Core", "MemoryModels", "ModelChecker", "Strategies", "StrategyKit"]),
    // One file, compiled against the toolchain and against the model, so that their signatures agree.
    .target(
      name: "UsesOfModel", dependencies: ["ModeledSynchronization"],
      path: "Tests/Fixtures/SynchronizationUses/Modeled", swiftSettings: swiftSettings + [.define("STRESS_MODEL")]),
    .target(
      name: "UsesOfToolchain", path: "Tests/Fixtures/SynchronizationUses/Toolchain", swiftSettings: swiftSettings),
    tests(for: "ModeledSynchronization", dependsOn: ["UsesOfModel", "UsesOfToolchain"]),
    tests(for: "TextFormats", dependsOn: ["Statistics"]),
    tests(
      for: "Reports", dependsOn: ["Core", "Drawings", "Platform", "Presentation", "TextFormats"], exclude: ["Golden"]),
    tests(for: "Comparison", dependsOn: ["Core", "Reports", "Statistics", "TextFormats"]),
    tests(for: "Lessons", dependsOn: ["Core", "MemoryModels", "ModelChecker", "Strategies", "StrategyKit"]),
    tests(
      for: "Commands",
      dependsOn: [
        "ArgumentParsing", "Core", "Lessons", "Platform", "Presentation", "Reports", "Statistics", "Strategies",
        "StrategyKit", "StressEngine", "TextFormats",
      ],
      exclude: ["Golden"]),
    tests(for: "SingletonBench", dependsOn: ["ClientStrategies", "Strategies", "StrategyKit"]),
    tests(for: "SingletonStress", dependsOn: ["Core", "Platform", "Reports", "StressEngine"]),
    tests(for: "SingletonStressTesting", dependsOn: ["SingletonStress"]),
    tests(for: "StressEngine", dependsOn: ["Core", "CPlatform", "Platform", "Strategies", "StrategyKit"]),
    // Faulty strategies, run by the real command-line tool.
    .executableTarget(
      name: "FaultyBench",
      dependencies: ["Commands", "Core", "Lessons", "SingletonBench", "StressEngine"],
      path: "Tests/Fixtures/FaultyBench", swiftSettings: unoptimized),
    // The strategy of the tutorial, run by the real command-line tool.
    .executableTarget(
      name: "TutorialBench",
      dependencies: ["Commands", "Core", "Lessons", "SingletonBench", "Strategies", "StrategyKit"],
      path: "Tests/Fixtures/TutorialBench", swiftSettings: unoptimized),
    // The sources of a client's package, which has a Package.swift of its own, built in this one.
    .target(
      name: "ClientStrategies", dependencies: ["SingletonBench"],
      path: "Tests/Fixtures/ClientBench/Sources/ClientStrategies", swiftSettings: commonSettings),
    .executableTarget(
      name: "client-bench", dependencies: ["ClientStrategies", "SingletonBench"],
      path: "Tests/Fixtures/ClientBench/Sources/client-bench"),
    // The executables are dependencies so that they are built, because the tests run them as processes.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "singleton-bench", "FaultyBench", "TutorialBench", "client-bench", "Core", "Lessons", "Platform", "Reports",
        "Strategies", "StrategyKit", "StressEngine", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: swiftSettings),
  ],
  // Required by `#embed`, which embeds the program's own source.
  cLanguageStandard: .gnu2x
)
