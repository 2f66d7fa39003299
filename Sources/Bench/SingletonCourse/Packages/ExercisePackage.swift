import SingletonStrategyChecker

/// The package of an exercise: the student's file, and a program that runs it in every execution and races it.
struct ExercisePackage {
  let exercise: Exercise
  /// The file that the student changes.
  let start: String
  let dependency: PackageDependency
  let tool: String

  var files: [PackageFile] {
    [
      PackageFile(name: "Sources/Exercise/\(exercise.type).swift", meaning: "the code to repair", text: start),
      PackageFile(name: "Sources/Exercise/main.swift", meaning: "proves and races it; leave it as it is", text: judge),
      PackageFile(name: "Package.swift", meaning: "the parts of the package", text: manifest),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "Exercise",
      platforms: [.macOS(.v15)],
      dependencies: [\(dependency.requirement)],
      targets: [
        .executableTarget(
          name: "Exercise",
          dependencies: [
            \(products.map { ".product(name: \"\($0)\", package: \"\(dependency.packageName)\")" }.joined(separator: ",\n            "))
          ]\(settings))
      ]
    )

    """
  }

  private var products: [String] {
    switch exercise.form {
    case .ownClass: ["SingletonCheck", "SingletonStress"]
    case .strategy: ["SingletonBench"]
    }
  }

  /// What lets a check see the class.
  private var settings: String {
    exercise.form == .ownClass ? ",\n" + InstrumentationFlags.manifestSettings(indentedBy: 6) : ""
  }

  private var judge: String {
    let (kind, body) = exercise.form == .ownClass ? ("class", judgeOfClass) : ("strategy", judgeOfStrategy)
    return """
      // Runs the \(kind) in every execution that the memory model allows, and then races it on real threads.
      import Foundation
      \(body)
      } catch {
        print(error)
      }
      print("NOT YET. A hint: \(tool) learn --exercise \(exercise.id) --hint 1")
      exit(1)

      """
  }

  private var judgeOfClass: String {
    """
    import SingletonStress

    #if os(Linux) && arch(x86_64)
      import SingletonCheck
    #endif

    do {
      #if os(Linux) && arch(x86_64)
        let checked = try check(threads: 2...3, fresh: { \(exercise.type)() }, access: { $0.shared })
        print("checked: \\(checked)\\n")
        let (isProved, proved) = (checked.isProved, "proved and ")
      #else
        print("not checked: a check needs Linux on x86-64, so a defect that this machine does not show is not found\\n")
        let (isProved, proved) = (true, "")
      #endif

      let raced = try await stress(named: "\(exercise.type).shared") { \(exercise.type)() } access: { $0.shared }
      print("raced: \\(raced)\\n")

      if isProved && raced.verdict == .sound {
        print("PASSED: \\(proved)raced.")
        exit(0)
      }
      if isProved && raced.weakness == .inconclusive {
        print("NOT YET: \\(proved)raced, but the machine was too busy for the race to mean anything. Run it again.")
        exit(1)
      }
    """
  }

  private var judgeOfStrategy: String {
    """
    import SingletonBench

    // Each row of the race is a process of this program, with arguments.
    if CommandLine.arguments.count > 1 {
      CommandLineTool(name: "Exercise", catalog: Catalog([CatalogEntry(\(exercise.type).self)])).runAndExit()
    }

    do {
      var isProved = true
      for scenario in \(exercise.type)<NativeBackend>.info.scenarios {
        let checked = try check(\(exercise.type).self, in: scenario)
        print("checked: \\(checked)\\n")
        isProved = isProved && checked.isAsDeclared
      }

      let race = Process()
      race.executableURL = Bundle.main.executableURL
      race.arguments = ["run", "--threads", "2,8", "--progress", "never"]
      // The output so far must come before the output of the race.
      fflush(nil)
      try race.run()
      race.waitUntilExit()

      if isProved && race.terminationStatus == 0 {
        print("PASSED: proved and raced.")
        exit(0)
      }
    """
  }
}
