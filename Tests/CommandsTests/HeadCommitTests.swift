import Commands
import Foundation
import TestSupport
import Testing

@Suite struct `The commit under test` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The commit that a run's report names.
  private func reported(environment: [String: String]) throws -> Substring? {
    let path = folder("r.csv")
    _ = answer(["--csv", path], environment: environment) { try FakeEngine().execute($0, $1, $2, $3, $4) }
    let row = try folder.text(of: "r.csv").split(separator: "\n")[1]
    return row.split(separator: ",", omittingEmptySubsequences: false)[4]
  }

  @Test(arguments: ["GITHUB_SHA", "CI_COMMIT_SHA"]) func `is the CI system's`(variable: String) throws {
    #expect(try reported(environment: [variable: "abc123"]) == "abc123")
  }

  @Test func `is HEAD where there is no CI system, or its variable is empty`() throws {
    #expect(try reported(environment: ["GITHUB_SHA": ""]) == HeadCommit().id[...])
  }

  @Test func `is unknown where there is no git, no repository or no commit`() throws {
    #expect(HeadCommit(program: "no-such-program", folder: folder.path).id == "")
    #expect(HeadCommit(folder: folder.path).id == "")
    #expect(HeadCommit(folder: folder("no such folder")).id == "")
    guard try git("init", "--quiet") else { return }
    #expect(HeadCommit(folder: folder.path).id == "")
  }

  @Test func `is what git says`() throws {
    guard try git("init", "--quiet") else { return }
    let settings = ["user.name=a", "user.email=a@example.com", "commit.gpgSign=false"].flatMap { ["-c", $0] }
    try #require(try git(settings + ["commit", "--quiet", "--no-verify", "--allow-empty", "-m", "a"]))
    let id = HeadCommit(folder: folder.path).id
    #expect(id.count == 40 || id.count == 64)
    #expect(try git("cat-file", "-e", id))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["sleep 3600", "yes", "echo HEAD", "exit 1", "echo 0123456789012345678901234567890123456789 and more"])
  func `is unknown where git does what it never should`(script: String) throws {
    try folder.write("#!/bin/sh\nexec \(script)\n", to: "git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("git"))
    #expect(HeadCommit(program: folder("git"), patienceMilliseconds: 200).id == "")
  }

  /// False where it fails, or is not installed.
  private func git(_ arguments: String...) throws -> Bool { try git(arguments) }

  private func git(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
