import CommandTestSupport
import Foundation
import SingletonPlatform
import TestSupport
import Testing

@testable import SingletonCommands

@Suite struct `The commit under test` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the commit of the working directory in a run's report.
  private func reported(environment: [String: String]) throws -> String {
    let path = folder("r.csv")
    _ = invoke(["--csv", path], environment: environment) { try FakeEngine().execute($0, $1, $2) }
    return try ParsedReport(folder.text(of: "r.csv"))["working_commit"][0]
  }

  @Test(arguments: ["GITHUB_SHA", "CI_COMMIT_SHA"])
  func `the working directory's commit is that of the CI system`(variable: String) throws {
    #expect(try reported(environment: [variable: "abc123"]) == "abc123")
  }

  @Test func `without a CI system the working directory's commit is its HEAD`() throws {
    #expect(try reported(environment: ["GITHUB_SHA": ""]) == HeadCommit().id)
  }

  @Test func `the program's commit is that of the package in whose build folder it is`() throws {
    let folders = ["a/.build/release/x", "a/.build/x86_64/debug/x", "a/b/x", "x"].map { path in
      HeadCommit.ofProgram("/" + path)?.folder
    }
    #expect(folders == ["/a", "/a", nil, nil])
  }

  @Test(
    .enabled(if: FileSystem.absolute(ownExecutable()).contains("/.build/"), "the tests are built elsewhere")
  ) func `the running program is found in its build folder, although Linux has a link in place of its path`() {
    #expect(HeadCommit.ofProgram() != nil)
  }

  @Test func `without git or a repository the commit is unknown`() {
    #expect(HeadCommit(program: "no-such-program", folder: folder.path).id == "")
    #expect(HeadCommit(folder: folder.path).id == "")
    #expect(HeadCommit(folder: folder("no such folder")).id == "")
  }

  private static let hasGit = (try? run(["--version"])) == true

  @Test(.enabled(if: hasGit, "git is not installed"))
  func `the commit of a repository without commits is unknown`() throws {
    try #require(try git("init", "--quiet"))
    #expect(HeadCommit(folder: folder.path).id == "")
  }

  @Test(.enabled(if: hasGit, "git is not installed")) func `the commit of a repository is its HEAD`() throws {
    try #require(try git("init", "--quiet"))
    let settings = ["user.name=a", "user.email=a@example.com", "commit.gpgSign=false"].flatMap { ["-c", $0] }
    try #require(
      try Self.run(["-C", folder.path] + settings + ["commit", "--quiet", "--no-verify", "--allow-empty", "-m", "a"]))
    let id = HeadCommit(folder: folder.path).id
    #expect(id.count == 40 || id.count == 64)
    #expect(try git("cat-file", "-e", id))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["sleep 3600", "yes", "echo HEAD", "exit 1", "echo 0123456789012345678901234567890123456789 and more"])
  func `the commit is unknown if git fails, hangs or prints something else`(script: String) throws {
    try folder.write("#!/bin/sh\nexec \(script)\n", to: "git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("git"))
    #expect(HeadCommit(program: folder("git"), timeout: .milliseconds(200)).id == "")
  }

  private func git(_ arguments: String...) throws -> Bool { try Self.run(["-C", folder.path] + arguments) }

  /// Returns whether git exits with 0.
  private static func run(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
