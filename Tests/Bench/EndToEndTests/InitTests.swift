import Foundation
import SingletonCourse
import TestSupport
import Testing

/// What `init` writes; `scripts/try-as-client` builds and runs it.
@Suite struct `Packages that init writes` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func start(_ arguments: String...) throws -> ProcessResult {
    try runner.start(.singletonBench, ["init"] + arguments).wait()
  }

  @Test func `a package gets singleton-bench from the clone that the program was built in`() throws {
    let result = try start("new/stress")
    #expect(result.end == .exit(0) && result.messages.isEmpty)
    #expect(result.output.contains("cd new/stress && swift test"))
    let manifest = try runner.folder.text(of: "new/stress/Package.swift")
    #expect(manifest.contains(".package(name: \"singleton-bench\", path: \"\(Repository.root.path)\")"))
    for file in ["Sources/Example/Images.swift", "Tests/ExampleTests/Races.swift", "Tests/ExampleTests/Proofs.swift"] {
      #expect(try !runner.folder.text(of: "new/stress/" + file).isEmpty)
      #expect(result.output.contains(file))
    }
  }

  @Test(arguments: [
    ("https://example.com/a/singleton-bench.git", "singleton-bench"), ("git@example.com:a/fork", "fork"),
  ]) func `a package gets singleton-bench from a URL, by its version`(url: String, name: String) throws {
    #expect(try start("--package", url).end == .exit(0))
    let manifest = try runner.folder.text(of: "my-singleton/Package.swift")
    #expect(manifest.contains(".package(url: \"\(url)\", from: \"0.2.0\")"))
    #expect(manifest.contains("package: \"\(name)\""))
  }

  @Test func `nothing is written over a file`() throws {
    #expect(try start().end == .exit(0))
    try runner.folder.write("mine", to: "my-singleton/Package.swift")
    let result = try start()
    #expect(result.end == .exit(64) && result.output.isEmpty)
    #expect(result.messages.contains("my-singleton/Package.swift exists already; nothing was written"))
    #expect(
      result.messages.contains("expected: a folder without these files\n  next:     singleton-bench init FOLDER\n"))
    #expect(try runner.folder.text(of: "my-singleton/Package.swift") == "mine")
  }

  @Test(arguments: ["https://", "https://example.com", "https://example.com/", "git@", "git@example.com"])
  func `a URL without a repository is no place to get one from`(url: String) throws {
    let result = try start("--package", url)
    #expect(result.end == .exit(64) && result.messages.contains("is not the URL of a repository"), "\(result)")
    #expect(try runner.folder.names.isEmpty)
  }

  // MARK: - Existing packages

  /// Writes a file of the package, and the folders around it.
  private func write(_ text: String, to name: String) throws {
    let folder = URL(filePath: runner.folder("p/" + name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try runner.folder.write(text, to: "p/" + name)
  }

  /// A package with one module, whose targets are a list or not.
  private func writePackage(targets: String = "targets: [.target(name: \"Pictures\")]", before: String = "") throws {
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      \(before)
      let package = Package(name: "Pictures", \(targets))

      """, to: "Package.swift")
    try write("public final class Pictures {}\n", to: "Sources/Pictures/Pictures.swift")
  }

  @Test func `an existing package is shown its first race, gets it once, and no second time`() throws {
    try writePackage()
    let manifest = try runner.folder.text(of: "p/Package.swift")
    let shown = try start("--existing", "p", "--package", "https://example.com/a/singleton-bench.git")
    #expect(shown.end == .exit(0) && shown.output.hasPrefix("To be done in p:\n"), "\(shown)")
    let next = "init --existing p --package https://example.com/a/singleton-bench.git --module Pictures --write\n"
    #expect(shown.output.hasSuffix(next), "\(shown)")
    #expect(try runner.folder.text(of: "p/Package.swift") == manifest)

    let written = try start("--existing", "p", "--package", "https://example.com/a/singleton-bench.git", "--write")
    #expect(written.end == .exit(0) && written.output.hasSuffix("cd p && swift test --filter SingletonTests\n"))
    let edited = try runner.folder.text(of: "p/Package.swift")
    #expect(
      edited.contains(".package(url: \"https://example.com/a/singleton-bench.git\", from: \"0.2.0\")"), "\(edited)")
    #expect(edited.contains(".product(name: \"SingletonStressTesting\", package: \"singleton-bench\")"), "\(edited)")
    let test = try runner.folder.text(of: "p/Tests/SingletonTests/SingletonTests.swift")
    // Green means the same in both packages.
    _ = try start("new/stress")
    let starter = try runner.folder.text(of: "new/stress/Tests/ExampleTests/Races.swift")
    #expect(
      [test, starter].allSatisfy { $0.contains("#expect(result.isSingleton)") && !$0.contains("expectSingleton") })
    #expect(test.contains("@testable import Pictures"))

    let again = try start("--existing", "p", "--write")
    #expect(again.end == .exit(0) && again.output == "p has races already; there is nothing to add.\n", "\(again)")
    #expect(try runner.folder.text(of: "p/Package.swift") == edited)
  }

  @Test func `of several manifests, the one that the package manager reads is edited`() throws {
    try writePackage()
    let usual = try runner.folder.text(of: "p/Package.swift")
    for version in ["5.9", "6.1", "9.0"] {
      try write(usual.replacing("version: 6.0", with: "version: \(version)"), to: "Package@swift-\(version).swift")
    }
    let result = try start("--existing", "p", "--package", "https://example.com/a/singleton-bench.git", "--write")
    #expect(result.end == .exit(0) && result.output.hasPrefix("Done in p, to Package@swift-6.1.swift:\n"), "\(result)")
    let edited = try runner.folder.text(of: "p/Package@swift-6.1.swift")
    #expect(edited.contains("SingletonStressTesting"), "\(edited)")
    #expect(try runner.folder.text(of: "p/Package.swift") == usual)
    #expect(try !runner.folder.text(of: "p/Package@swift-5.9.swift").contains("SingletonStressTesting"))
    #expect(try start("--existing", "p", "--write").output.contains("has races already"))
  }

  @Test func `a manifest that cannot be edited stays as it is, and its lines are shown`() throws {
    try writePackage(targets: "targets: all", before: "let all: [Target] = [.target(name: \"Pictures\")]")
    let manifest = try runner.folder.text(of: "p/Package.swift")
    let result = try start("--existing", "p", "--write")
    #expect(result.end == .exit(64) && result.output.contains(".testTarget(\n"), "\(result)")
    #expect(result.unfoldedMessages.contains("cannot edit p/Package.swift, which is as it was"), "\(result)")
    #expect(try runner.folder.text(of: "p/Package.swift") == manifest)
    #expect(!FileManager.default.fileExists(atPath: runner.folder("p/Tests/SingletonTests/SingletonTests.swift")))
  }

  @Test func `sources that have no folder of their own stay where they are`() throws {
    try writePackage()
    try FileManager.default.removeItem(atPath: runner.folder("p/Sources/Pictures"))
    try write("public final class Pictures {}\n", to: "Sources/Pictures.swift")
    let result = try start("--existing", "p", "--write")
    #expect(result.end == .exit(0), "\(result)")
    #expect(try runner.folder.text(of: "p/Package.swift").contains("SingletonStressTesting"))
    #expect(FileManager.default.fileExists(atPath: runner.folder("p/Sources/Pictures.swift")))
  }

  @Test func `a race imports one module of several, which must be named`() throws {
    try writePackage(targets: "targets: [.target(name: \"Pictures\"), .target(name: \"Frames\")]")
    try write("", to: "Sources/Frames/Frames.swift")
    let several = try start("--existing", "p")
    #expect(
      several.end == .exit(64) && several.messages.contains("--module with one of Pictures, Frames"), "\(several)")
    #expect(try start("--existing", "p", "--module", "Pictures").end == .exit(0))
    #expect(try start("--existing", "p", "--module", "Other").end == .exit(64))
  }

  @Test func `what is no package, or not understood, is refused`() throws {
    let none = try start("--existing", "nowhere")
    #expect(none.end == .exit(64) && none.messages.contains("has no Package.swift"), "\(none)")
    try write("no Swift", to: "Package.swift")
    let odd = try start("--existing", "p", "--write")
    #expect(odd.end == .exit(64) && odd.messages.contains("does not understand p/Package.swift"), "\(odd)")
    #expect(try start("--write").end == .exit(64))
    #expect(try start("--module", "Pictures").end == .exit(64))
  }

  @Test func `a folder without a package is no place to get one from`() throws {
    let result = try start("--package", runner.folder(""))
    #expect(result.end == .exit(64) && result.unfoldedMessages.contains("has no Package.swift"))
  }

  @Test func `the guide shows the package, but for where it gets singleton-bench`() throws {
    #expect(try start().end == .exit(0))
    let file = { try runner.folder.text(of: "my-singleton/" + $0) }
    let guide = try Repository.text("Sources/Race/SingletonStress/Documentation.docc/IsMySingletonSafe.md")
    for name in ["Sources/Example/Images.swift", "Tests/ExampleTests/Races.swift", "Tests/ExampleTests/Proofs.swift"] {
      #expect(try guide.contains("```swift\n\(file(name))```\n"), "\(name)")
    }
    for line in try file("Package.swift").split(separator: "\n") where !line.contains(".package(") {
      #expect(guide.contains("\n\(line)\n"))
    }
    // The closures of the tests are code that a check has to see, too.
    #expect(try file("Package.swift").ranges(of: "swiftSettings: checked").count == 2)
    // What the guide says of the class is what its checks say in another test.
    let checked = try Repository.text("Tests/Fixtures/CheckedClasses/Classes/Images.swift")
    #expect(try file("Sources/Example/Images.swift") == checked)
  }

  @Test func `an empty folder is filled`() throws {
    #expect(try start(runner.folder("")).end == .exit(0))
  }

  @Test(arguments: ["file", "file/new"])
  func `a folder that cannot be made is named, with what to do`(folder: String) throws {
    try runner.folder.write("", to: "file")
    let result = try start(folder)
    #expect(result.end == .exit(73))
    #expect(result.messages.contains("cannot write \(folder)/Package.swift: Not a directory"))
    #expect(result.messages.contains("\n  next:     singleton-bench init FOLDER\n"))
  }
}

/// What `learn --exercise` writes. What the classes are worth before and after the repair is tested in SingletonCheckTests.
@Suite struct `Packages of exercises` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test(arguments: Exercise.all.map(\.id)) func `an exercise is a package with the class to repair`(id: String) throws {
    let exercise = try #require(Exercise.all.first { $0.id == id })
    let result = try runner.run(.singletonBench, "learn", "--exercise", id)
    #expect(result.end == .exit(0) && result.messages.isEmpty && result.output.contains("cd \(id) && swift run\n"))
    let start = try runner.folder.text(of: "\(id)/Sources/Exercise/\(exercise.type).swift")
    #expect(try start == Repository.text("Sources/Bench/" + exercise.file))
    #expect(try runner.folder.text(of: "\(id)/Sources/Exercise/main.swift").contains("check("))
    #expect(try !runner.folder.text(of: "\(id)/Package.swift").isEmpty)
    // What a student has done is not overwritten.
    let again = try runner.run(.singletonBench, "learn", "--exercise", id)
    #expect(again.end == .exit(64) && again.unfoldedMessages.contains("nothing was written"))
  }

  @Test func `hints come one at a time, and end`() throws {
    for exercise in Exercise.all {
      for (index, hint) in exercise.hints.enumerated() {
        let result = try runner.run(.singletonBench, "learn", "--exercise", exercise.id, "--hint", "\(index + 1)")
        #expect(result.output.replacing("\n", with: " ").dropLast() == hint)
      }
      let none = try runner.run(.singletonBench, "learn", "--exercise", exercise.id, "--hint", "9")
      #expect(none.end == .exit(64) && none.messages.contains("--hint 1 to \(exercise.hints.count)"))
    }
    #expect(try runner.folder.names.isEmpty, "a hint writes nothing")
  }

  @Test(arguments: [
    ["--exercise", "one-lock"], ["--hint", "1"], ["--package", "."], ["lazy", "--exercise", "one-look"],
    ["--all", "--exercise", "one-look"], ["--html", "p.html", "--exercise", "one-look"],
  ]) func `an exercise has to exist, and is no lesson`(arguments: [String]) throws {
    let result = try runner.start(.singletonBench, ["learn"] + arguments).wait()
    #expect(result.end == .exit(64) && result.output.isEmpty)
  }
}
