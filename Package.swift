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
/// Optimized, they took a third of the time of a release build, which every user waits for before the first run. The
/// other modules are optimized: every child process starts with `SingletonArgumentParsing` and `SingletonTextFormats`,
/// and reports are read by `SingletonReports` and judged by `SingletonComparison`.
let unoptimized: [SwiftSetting] =
  swiftSettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The settings of programs whose processes start fast: the Swift libraries are linked statically, at fixed addresses.
///
/// Each row runs in its own process, and in some rows each trial does. The program has no names for debuggers, or
/// for other programs to link against, which would more than double its size.
let fastStart: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-Xclang-linker", "-no-pie", "-Xlinker", "--gc-sections", "-Xlinker", "--no-export-dynamic",
      "-Xlinker", "--strip-all",
    ],
    .when(platforms: [.linux], configuration: .release))
]

/// The setting of programs that link listings: each allocation of an object passes through the program, which counts them.
let countsAllocations: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--wrap=swift_allocObject"], .when(platforms: [.linux]))
]

/// The settings of the modules that explore executions, in which the tests would otherwise spend most of their time.
let optimizedInTests: [SwiftSetting] =
  swiftSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The flags of code to check, as the documentation of SingletonCheck has them.
let instrumentation = SwiftSetting.unsafeFlags([
  "-Xfrontend", "-sanitize=thread", "-disable-cmo", "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm",
  "-force-attribute=sanitize_thread",
])

/// The settings of classes to check. The classes are wrong on purpose, so they are compiled in mode 5.
let instrumented: [SwiftSetting] = [.swiftLanguageMode(.v5), instrumentation]

/// The settings of C and C++ to check. Atomics of two words need an instruction that not every x86-64 processor has.
#if arch(x86_64)
  let twoWordAtomics = ["-mcx16"]
#else
  let twoWordAtomics: [String] = []
#endif
let instrumentedC: [CXXSetting] = [
  .unsafeFlags(
    ["-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write=true", "-fno-omit-frame-pointer"]
      + twoWordAtomics)
]

/// The hooks run at each access of a checked class, in debug builds too.
let optimizedHooks: [CSetting] = [.unsafeFlags(["-O2", "-fno-omit-frame-pointer"])]

/// The library with the floating-point environment, of which each modeled thread has its own.
let floatingPoint: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// The setting of what links the C code of a check: the loader looks up all functions at once. Tests of Swift Build are a
/// library, which calls its own functions by a table. To fill that later, the loader would write to memory that a check protects.
let boundAtOnce: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux]))]

/// The settings of listings. Racy code is compiled in mode 5, because mode 6 rejects it. Their declarations are internal,
/// as in an application, so the forms that ask them import them as tests do. On Linux, the locks of Foundation are those of
/// PlainFoundation.
let listingSettings = listing(lockedBy: "PlainFoundation")

func listing(lockedBy locks: String) -> [SwiftSetting] {
  [
    .swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing"]),
    .unsafeFlags(["-module-alias", "Foundation=\(locks)"], .when(platforms: [.linux])),
  ]
}

/// The settings of listings to check, which are optimized in debug builds, too: a program that is shipped is.
let instrumentedListing: [SwiftSetting] = [instrumentation, .unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of exercises, whose classes are internal, as in the student's program.
let instrumentedExercise: [SwiftSetting] = [instrumentation, .unsafeFlags(["-enable-testing"])]

func library(
  _ name: String, dependsOn modules: [String] = [], exclude: [String] = [], settings: [SwiftSetting] = swiftSettings
) -> Target {
  .target(name: name, dependencies: modules.map { .byName(name: $0) }, exclude: exclude, swiftSettings: settings)
}

func tests(
  for module: String, dependsOn modules: [String] = [], exclude: [String] = [],
  settings: [SwiftSetting] = swiftSettings
) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: ([module, "TestSupport"] + modules).map { .byName(name: $0) },
    exclude: exclude, swiftSettings: settings)
}

/// Puts targets into a room: their folders are `Sources/ROOM/NAME` and, of tests, `Tests/ROOM/NAME`. `scripts/lint` says
/// which room may import which.
func room(_ room: String, _ targets: [Target]) -> [Target] {
  for target in targets where target.path == nil {
    target.path = "\(target.type == .test ? "Tests" : "Sources")/\(room)/\(target.name)"
  }
  return targets
}

/// Modules without any concurrency testing: systems, files, formats, arguments, statistics.
let support = room(
  "Support",
  [
    .target(name: "CSingletonPlatform", cSettings: cSettings),
    library("SingletonPlatform", dependsOn: ["CSingletonPlatform"], settings: specializable),
    library("SingletonTextFormats", dependsOn: ["SingletonPlatform"]),
    library("SingletonArgumentParsing", dependsOn: ["SingletonPlatform", "SingletonTextFormats"]),
    library("SingletonStatistics", dependsOn: ["SingletonPlatform"], settings: optimizedInTests),
    // Functions of known instructions.
    .target(
      name: "KnownInstructions", dependencies: ["CSingletonPlatform"], path: "Tests/Fixtures/KnownInstructions",
      cSettings: cSettings),
    tests(for: "SingletonPlatform", dependsOn: ["CSingletonPlatform", "KnownInstructions"], exclude: ["Topologies"]),
    tests(for: "SingletonStatistics", exclude: ["Reference"]),
    tests(for: "SingletonArgumentParsing", dependsOn: ["SingletonCore"]),
    tests(for: "SingletonTextFormats", dependsOn: ["SingletonStatistics"]),
  ])

/// Every execution of a concurrent program under a memory model. Nothing here knows singletons.
let explore = room(
  "Explore",
  [
    library("SingletonMemoryModels"),
    library(
      "SingletonModelChecker", dependsOn: ["CSingletonPlatform", "SingletonMemoryModels"], settings: optimizedInTests),
    library("SingletonFindings", dependsOn: ["SingletonMemoryModels"], settings: specializable),
    library(
      "SingletonDrawings", dependsOn: ["SingletonFindings", "SingletonMemoryModels", "SingletonTextFormats"],
      settings: unoptimized),
    library(
      "SingletonLitmus",
      dependsOn: [
        "SingletonArgumentParsing", "SingletonDrawings", "SingletonFindings", "SingletonMemoryModels",
        "SingletonModelChecker", "SingletonPlatform", "SingletonTextFormats",
      ],
      settings: optimizedInTests),
    .executableTarget(
      name: "singleton-litmus", dependencies: ["SingletonArgumentParsing", "SingletonLitmus", "SingletonPlatform"],
      swiftSettings: swiftSettings),
    tests(
      for: "SingletonModelChecker", dependsOn: ["SingletonLitmus", "SingletonMemoryModels"], exclude: ["Resources"],
      settings: optimizedInTests),
    tests(for: "SingletonDrawings", dependsOn: ["SingletonFindings", "SingletonMemoryModels"]),
    tests(
      for: "SingletonLitmus",
      dependsOn: ["SingletonArgumentParsing", "SingletonMemoryModels", "SingletonPlatform", "SingletonStatistics"],
      exclude: ["Golden"]),
  ])

/// A user's class on real threads.
let race = room(
  "Race",
  [
    library("SingletonTrialRuntime", dependsOn: ["CSingletonPlatform", "SingletonPlatform"]),
    library(
      "SingletonStress", dependsOn: ["CSingletonPlatform", "SingletonPlatform", "SingletonTrialRuntime"]),
    library("SingletonStressTesting", dependsOn: ["SingletonPlatform", "SingletonStress"]),
    tests(
      for: "SingletonTrialRuntime",
      dependsOn: ["CSingletonPlatform", "SingletonModelChecker", "SingletonPlatform", "SingletonStatistics"]),
    tests(
      for: "SingletonStress",
      dependsOn: [
        "SingletonCore", "SingletonPlatform", "SingletonReports", "SingletonStressReports", "SingletonTextFormats",
        "SingletonTrialRuntime",
      ]),
    tests(for: "SingletonStressTesting", dependsOn: ["SingletonStress"]),
  ])

/// A user's class in every execution.
let check = room(
  "Check",
  [
    // The functions that instrumented code calls.
    .target(name: "CSingletonInstrumentation", cSettings: cSettings + optimizedHooks),
    // Checks of unmodified classes. Whatever links the hooks has their definitions of the allocation functions.
    .target(
      name: "CSingletonHooks", dependencies: ["CSingletonInstrumentation", "CSingletonPlatform"],
      cSettings: cSettings + optimizedHooks, linkerSettings: floatingPoint + boundAtOnce),
    library(
      "SingletonCheck",
      dependsOn: [
        "CSingletonHooks", "CSingletonInstrumentation", "SingletonCheckControl", "SingletonCore", "SingletonDrawings",
        "SingletonFindings", "SingletonMemoryModels", "SingletonModelChecker", "SingletonPlatform",
        "SingletonStrategyChecker",
        "SingletonStrategyKit", "SingletonTextFormats",
      ],
      settings: optimizedInTests),
    library("SingletonCheckControl", settings: instrumented),
    // Takes over the concurrency runtime of a process.
    .target(
      name: "CSingletonSchedules", dependencies: ["CSingletonInstrumentation", "CSingletonPlatform"],
      cSettings: cSettings + optimizedHooks, linkerSettings: floatingPoint + boundAtOnce),
    library(
      "SingletonSchedules",
      dependsOn: [
        "CSingletonSchedules", "SingletonCore", "SingletonDrawings", "SingletonFindings", "SingletonPlatform",
        "SingletonStrategyChecker", "SingletonStrategyKit", "SingletonTextFormats",
      ],
      settings: optimizedInTests),
    .executableTarget(
      name: "ScheduleTimes", dependencies: ["SingletonPlatform", "SingletonSchedules"],
      path: "Benchmarks/Check/ScheduleTimes", swiftSettings: swiftSettings),
    // Actors with state beside them, compiled for a check.
    .target(
      name: "InstrumentedTasks", path: "Tests/Fixtures/InstrumentedTasks",
      swiftSettings: [.swiftLanguageMode(.v6), instrumentation]),
    // State of C that is not compiled for a check.
    .target(name: "CPlainState", path: "Tests/Fixtures/CPlainState"),
    tests(
      for: "SingletonSchedules",
      dependsOn: ["CPlainState", "InstrumentedTasks", "PlainSwift", "SingletonStatistics"]),
    // Runs a program that links the hooks, and does not link them itself.
    .testTarget(
      name: "SingletonCheckTests", dependencies: ["SingletonCourse", "SingletonPlatform", "TestSupport"],
      swiftSettings: swiftSettings),
    // Unmodified classes, compiled as a class is for a check, and the program that checks them.
    .target(
      name: "CheckedClasses", dependencies: ["CSingletons"], path: "Tests/Fixtures/CheckedClasses/Classes",
      swiftSettings: instrumented),
    // What must not have the flags is apart, because Swift Build links a function that the compiler adds, such as the copy of an
    // `Optional`, from any object that has it.
    .target(
      name: "CheckedWithoutFlags", dependencies: ["CheckedClasses", "SingletonCheck"],
      path: "Tests/Fixtures/CheckedClasses/WithoutFlags", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "CSingletons", path: "Tests/Fixtures/CheckedClasses/CSingletons", cxxSettings: instrumentedC),
    .target(name: "Solutions", path: "Tests/Fixtures/Solutions", swiftSettings: instrumentedExercise),
  ])

/// The catalog of strategies and the program that races, checks, compares and teaches them.
let bench = room(
  "Bench",
  [
    library(
      "SingletonCore",
      dependsOn: ["SingletonFindings", "SingletonMemoryModels", "SingletonPlatform", "SingletonStatistics"],
      settings: specializable),
    library(
      "SingletonStrategyKit", dependsOn: ["SingletonCore", "CSingletonPlatform", "SingletonPlatform"],
      settings: specializable),
    .target(name: "SingletonEmbeddedSources"),
    // The strategies as applications write them, which the program embeds and races.
    .target(name: "PlainFoundation"),
    .target(name: "PlainSwift", dependencies: ["PlainFoundation"], swiftSettings: listingSettings),
    .target(
      name: "SingletonStrategies",
      dependencies: ["PlainSwift", "SingletonCore", "SingletonEmbeddedSources", "SingletonStrategyKit"],
      swiftSettings: swiftSettings, linkerSettings: countsAllocations),
    library(
      "SingletonStressEngine",
      dependsOn: [
        "SingletonArgumentParsing", "SingletonCore", "CSingletonPlatform", "SingletonMemoryModels", "SingletonPlatform",
        "SingletonStatistics", "SingletonStrategyKit", "SingletonTextFormats", "SingletonTrialRuntime",
      ]),
    library(
      "SingletonStrategyChecker",
      dependsOn: [
        "SingletonCore", "SingletonMemoryModels", "SingletonModelChecker", "SingletonStrategyKit",
        "SingletonTextFormats",
      ],
      settings: optimizedInTests),
    // The listings again, compiled for a check and otherwise as they are: each folder is a link to the other's.
    .target(name: "InstrumentedFoundation", swiftSettings: instrumentedListing),
    .target(
      name: "InstrumentedSwift", dependencies: ["InstrumentedFoundation"],
      swiftSettings: listing(lockedBy: "InstrumentedFoundation") + instrumentedListing),
    // The forms of the listings, whose module PlainSwift is InstrumentedSwift here.
    .target(
      name: "InstrumentedStrategies",
      dependencies: ["InstrumentedSwift", "SingletonCore", "SingletonEmbeddedSources", "SingletonStrategyKit"],
      swiftSettings: unoptimized + [instrumentation, .unsafeFlags(["-module-alias", "PlainSwift=InstrumentedSwift"])]),
    // What students repair, which the program embeds but does not link: classes, which are checked as they are, and a strategy.
    .target(name: "Exercises", swiftSettings: instrumentedExercise),
    library("StrategyExercise", dependsOn: ["SingletonBench"]),
    library(
      "SingletonReports",
      dependsOn: ["SingletonCore", "SingletonMemoryModels", "SingletonPlatform", "SingletonTextFormats"]),
    library(
      "SingletonComparison",
      dependsOn: [
        "SingletonCore", "SingletonPlatform", "SingletonReports", "SingletonStatistics", "SingletonTextFormats",
      ]),
    .target(name: "SingletonPageFiles"),
    library(
      "SingletonPresentation",
      dependsOn: [
        "SingletonComparison", "SingletonCore", "SingletonDrawings", "SingletonMemoryModels", "SingletonPageFiles",
        "SingletonPlatform",
        "SingletonReports", "SingletonStatistics", "SingletonTextFormats",
      ],
      exclude: ["Page/page.css", "Page/page.js"], settings: unoptimized),
    library(
      "SingletonCommands",
      dependsOn: [
        "SingletonArgumentParsing", "SingletonComparison", "SingletonCore", "SingletonDrawings",
        "SingletonMemoryModels", "SingletonModelChecker", "SingletonPlatform", "SingletonPresentation",
        "SingletonReports", "SingletonStrategyChecker", "SingletonStrategyKit", "SingletonStressEngine",
        "SingletonTextFormats",
      ],
      settings: unoptimized),
    library(
      "SingletonCourse",
      dependsOn: [
        "SingletonArgumentParsing", "SingletonCommands", "SingletonCore", "SingletonDrawings", "SingletonLitmus",
        "SingletonMemoryModels", "SingletonPlatform", "SingletonPresentation", "SingletonReports",
        "SingletonStrategyChecker", "SingletonStrategyKit", "SingletonStressEngine", "SingletonTextFormats",
      ],
      exclude: ["Packages/Starter"], settings: unoptimized),
    .executableTarget(
      name: "singleton-bench",
      dependencies: ["SingletonCommands", "SingletonCourse", "SingletonStrategies"],
      swiftSettings: swiftSettings, linkerSettings: fastStart),
    .executableTarget(
      name: "singleton-bench-listings",
      dependencies: [
        "InstrumentedStrategies", "SingletonCheck", "SingletonCommands", "SingletonCore", "SingletonMemoryModels",
        "SingletonPlatform", "SingletonSchedules", "SingletonStrategyChecker", "SingletonStrategyKit",
      ],
      swiftSettings: swiftSettings),
    // The library for tools with their own strategies.
    library(
      "SingletonBench",
      dependsOn: [
        "SingletonCommands", "SingletonCore", "SingletonFindings", "SingletonPresentation", "SingletonStrategyChecker",
        "SingletonStrategyKit",
      ],
      settings: unoptimized),
    library(
      "SingletonStressReports",
      dependsOn: ["SingletonCore", "SingletonPlatform", "SingletonReports", "SingletonStress", "SingletonTextFormats"]),
    .target(name: "CReference", path: "Benchmarks/Bench/CReference", cSettings: cSettings),
    .target(
      name: "MutantStrategies", dependencies: ["SingletonCore", "SingletonMemoryModels", "SingletonStrategyKit"],
      path: "Benchmarks/Bench/MutantStrategies", swiftSettings: swiftSettings),
    .executableTarget(
      name: "HarnessOverhead",
      dependencies: [
        "ClientStrategies", "MutantStrategies", "SingletonArgumentParsing", "SingletonCore", "CSingletonPlatform",
        "CReference", "SingletonComparison", "SingletonLitmus", "SingletonModelChecker", "SingletonPlatform",
        "SingletonReports", "SingletonStatistics",
        "SingletonStrategies", "SingletonStrategyChecker", "SingletonStrategyKit", "SingletonStressEngine",
        "SingletonTextFormats", "SingletonTrialRuntime",
      ],
      path: "Benchmarks/Bench/HarnessOverhead", swiftSettings: swiftSettings, linkerSettings: fastStart),
    // Programs that HarnessOverhead runs. One is linked like singleton-bench, with whose times its own are compared.
    .target(name: "LoopTime", path: "Benchmarks/Bench/LoopTime"),
    .executableTarget(
      name: "PlainLoops", dependencies: ["LoopTime", "PlainSwift"], path: "Benchmarks/Bench/PlainLoops",
      swiftSettings: commonSettings, linkerSettings: fastStart),
    .executableTarget(
      name: "FoundationLocks", dependencies: ["LoopTime", "PlainFoundation"], path: "Benchmarks/Bench/FoundationLocks",
      swiftSettings: commonSettings),
    .target(
      name: "TestSupport",
      dependencies: ["SingletonCore", "SingletonMemoryModels", "SingletonModelChecker", "SingletonPlatform"],
      path: "Tests/TestSupport",
      swiftSettings: unoptimized),
    tests(for: "SingletonCore", dependsOn: ["SingletonMemoryModels"]),
    tests(for: "SingletonStrategyKit", dependsOn: ["SingletonCore"]),
    tests(for: "SingletonStrategies", dependsOn: ["SingletonCore", "PlainSwift", "SingletonStrategyKit"]),
    tests(
      for: "SingletonStrategyChecker",
      dependsOn: [
        "SingletonCore", "SingletonMemoryModels", "SingletonModelChecker", "SingletonStrategies",
        "SingletonStrategyKit",
      ]),
    tests(
      for: "MutantStrategies",
      dependsOn: [
        "SingletonCore", "SingletonMemoryModels", "SingletonStrategies", "SingletonStrategyChecker",
        "SingletonStrategyKit",
      ]),
    tests(for: "StrategyExercise", dependsOn: ["SingletonBench"]),
    tests(
      for: "SingletonReports",
      dependsOn: [
        "SingletonCore", "SingletonMemoryModels", "SingletonPlatform", "SingletonPresentation", "SingletonStatistics",
        "SingletonTextFormats",
      ],
      exclude: ["Golden"]),
    tests(
      for: "SingletonPresentation",
      dependsOn: [
        "SingletonComparison", "SingletonCore", "SingletonDrawings", "SingletonMemoryModels", "SingletonPlatform",
        "SingletonReports",
        "SingletonStatistics", "SingletonTextFormats",
      ],
      exclude: ["Golden"]),
    tests(
      for: "SingletonComparison",
      dependsOn: ["SingletonCore", "SingletonReports", "SingletonStatistics", "SingletonTextFormats"]),
    // Runs the program in the process of a test.
    .target(
      name: "CommandTestSupport",
      dependencies: [
        "SingletonCommands", "SingletonCore", "SingletonCourse", "SingletonPlatform",
        "SingletonStrategies", "SingletonStrategyKit", "SingletonStressEngine", "TestSupport",
      ],
      path: "Tests/Bench/CommandTestSupport", swiftSettings: unoptimized),
    tests(
      for: "SingletonCommands",
      dependsOn: [
        "CommandTestSupport", "SingletonArgumentParsing", "SingletonCore", "SingletonCourse",
        "SingletonMemoryModels", "SingletonPlatform", "SingletonPresentation", "SingletonReports",
        "SingletonStatistics", "SingletonStrategies", "SingletonStrategyChecker", "SingletonStrategyKit",
        "SingletonStressEngine", "SingletonTextFormats",
      ],
      exclude: ["Golden"]),
    tests(
      for: "SingletonCourse",
      dependsOn: [
        "CommandTestSupport", "SingletonCommands", "SingletonCore", "SingletonLitmus", "SingletonMemoryModels",
        "SingletonModelChecker", "SingletonPlatform", "SingletonStrategies", "SingletonStrategyKit",
        "SingletonStressEngine",
      ],
      exclude: ["Golden"]),
    tests(for: "SingletonBench", dependsOn: ["ClientStrategies", "SingletonStrategies", "SingletonStrategyKit"]),
    tests(
      for: "SingletonStressEngine",
      dependsOn: [
        "SingletonCore", "CSingletonPlatform", "SingletonModelChecker", "SingletonPlatform", "SingletonStatistics",
        "SingletonStrategies", "SingletonStrategyKit", "SingletonTrialRuntime",
      ]),
    // Faulty strategies, run by the real command-line tool.
    .executableTarget(
      name: "FaultyBench",
      dependencies: [
        "SingletonCommands", "SingletonCore", "SingletonCourse", "SingletonBench",
        "SingletonStressEngine",
      ],
      path: "Tests/Fixtures/FaultyBench", swiftSettings: optimizedInTests),
    // The strategy of the tutorial, run by the real command-line tool.
    .executableTarget(
      name: "TutorialBench",
      dependencies: [
        "SingletonCommands", "SingletonCore", "SingletonCourse", "SingletonBench",
        "SingletonStrategies", "SingletonStrategyKit",
      ],
      path: "Tests/Fixtures/TutorialBench", swiftSettings: unoptimized),
    // The sources of a client's package, which has its own Package.swift, built in this one.
    .target(
      name: "ClientStrategies", dependencies: ["SingletonBench"],
      path: "Tests/Fixtures/ClientBench/Sources/ClientStrategies", swiftSettings: commonSettings),
    .executableTarget(
      name: "client-bench", dependencies: ["ClientStrategies", "SingletonBench"],
      path: "Tests/Fixtures/ClientBench/Sources/client-bench"),
    .executableTarget(
      name: "checked-classes",
      dependencies: [
        "CSingletons", "CheckedClasses", "CheckedWithoutFlags", "Exercises", "InstrumentedTasks", "SingletonCheck",
        "SingletonModelChecker", "SingletonSchedules", "SingletonStrategyChecker", "Solutions",
      ],
      path: "Tests/Fixtures/CheckedClasses/Program", swiftSettings: instrumented),
    // Tries to break the program, by scripts/torture.
    .executableTarget(
      name: "Torture",
      dependencies: [
        "SingletonArgumentParsing", "SingletonCommands", "SingletonLitmus", "SingletonPlatform", "SingletonStatistics",
        "SingletonStrategies", "SingletonTextFormats",
      ],
      path: "Tests/Bench/Torture", exclude: ["Readers/Corpus", "failing-calls.c"], swiftSettings: unoptimized),
    // Runs executables, which are no dependencies: a build of tests builds them anyway, and an executable that is a
    // dependency is linked into the tests, with the hooks of some, and with Swift Build by the settings of others.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "SingletonCore", "SingletonCourse", "SingletonPlatform", "SingletonReports", "SingletonStrategies",
        "SingletonStrategyKit", "SingletonStressEngine", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: swiftSettings),
  ])

let package = Package(
  name: "singleton-bench",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "singleton-bench", targets: ["singleton-bench"]),
    .executable(name: "singleton-bench-listings", targets: ["singleton-bench-listings"]),
    .library(name: "SingletonStress", targets: ["SingletonStress"]),
    .library(name: "SingletonStressTesting", targets: ["SingletonStressTesting"]),
    .library(name: "SingletonStressReports", targets: ["SingletonStressReports"]),
    .library(name: "SingletonSchedules", targets: ["SingletonSchedules"]),
    .library(name: "SingletonCheck", targets: ["SingletonCheck"]),
    .library(name: "SingletonBench", targets: ["SingletonBench"]),
    .library(name: "SingletonStrategies", targets: ["SingletonStrategies"]),
  ],
  targets: support + explore + race + check + bench,
  // Required by `#embed`, which embeds the program's own source.
  cLanguageStandard: .gnu2x
)
