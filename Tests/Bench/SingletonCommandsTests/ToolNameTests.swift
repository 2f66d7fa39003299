import CommandTestSupport
import SingletonCommands
import SingletonCore
import SingletonCourse
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

@Suite struct `A tool with its own name` {
  private static func invoke(_ arguments: String..., catalog: Catalog = .fake) -> InvocationResult {
    CommandTestSupport.invoke(arguments, name: "own-bench", catalog: catalog, course: Course([]))
  }

  private static let commands = Array(invoke("--help").output.matches(of: /\n  ([a-z]+) {2}/).map { String($0.1) })

  /// The path in the repository is the same for every tool.
  private func names(in text: String) -> Set<String> {
    let text = text.replacing("Sources/Bench/singleton-bench/", with: "")
    return Set(text.matches(of: /[a-z]+-bench/).map { String($0.0) })
  }

  @Test(arguments: commands) func `a command's help names the tool and no other`(command: String) {
    #expect(names(in: Self.invoke(command, "--help").output) == ["own-bench"])
  }

  @Test func `its help has no lessons, because it has none`() {
    #expect(Self.commands.count == 9 && !Self.commands.contains("learn"))
    #expect(Self.invoke("learn").code == .usage)
    #expect(!Self.invoke("list").output.contains("Lessons"))
    for command in ["list", "explain"] { #expect(!Self.invoke(command, "--help").output.contains("lesson")) }
  }

  @Test func `without documents there are no sources to explain`() {
    let catalog = Catalog(Catalog.fake.entries)
    #expect(Self.invoke("explain", "sources").code == .passed)
    #expect(Self.invoke("explain", "sources", catalog: catalog).code == .usage)
    #expect(!Self.invoke("explain", "--help", catalog: catalog).output.contains("sources"))
  }

  @Test(arguments: ["scenarios", "first-access", "columns", "exit-codes"])
  func `an explanation names the tool or none`(topic: String) {
    #expect(names(in: Self.invoke("explain", topic).output).isSubset(of: ["own-bench"]))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `completions are the tool's`(shell: String) {
    #expect(names(in: Self.invoke("completions", shell).output) == ["own-bench"])
  }

  @Test func `a usage error leads to the tool's help`() {
    #expect(names(in: Self.invoke("run", "--no-such").messages) == ["own-bench"])
  }

  @Test func `the version is that of the harness, and the tool's own if it has one`() {
    #expect(Self.invoke("--version").output == "own-bench (singleton-bench \(CommandLineTool.harnessVersion))\n")
  }

  @Test func `a run's table, summary, test cases and messages name the tool`() throws {
    let folder = try TemporaryFolder()
    let result = CommandTestSupport.invoke(
      ["run", "--threads", "2", "--summary", folder("s.md"), "--junit", folder("j.xml"), "--csv", folder("r.csv")],
      name: "own-bench", course: Course([]),
      engine: { try FakeEngine(grade: { _ in .failed }).execute($0, $1, $2) })
    #expect(result.code == .failed)
    #expect(result.output.contains("\nWhy: own-bench explain NAME, check --strategy NAME.\n"))
    #expect(result.output.contains("  next:   own-bench run --strategy "))
    #expect(names(in: result.output) == ["own-bench"])
    for file in ["s.md", "j.xml"] { #expect(names(in: try folder.text(of: file)) == ["own-bench"]) }
  }

  @Test func `the report has the tool's name`() throws {
    let folder = try TemporaryFolder()
    #expect(Self.invoke("run", "--csv", folder.path).messages.contains("--csv \(folder.path)/own-bench.csv\n"))
    #expect(Self.invoke("run", "--help").output.contains("own-bench.csv"))
  }

  @Test func `a counterexample is replayed by the tool`() {
    let arguments = ["--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "2"]
    let result = CommandTestSupport.invoke(
      ["check"] + arguments, name: "own-bench", catalog: .standard, course: Course([]))
    #expect(result.output.contains("\nreplay:  own-bench replay "))
    let page = Self.invoke("explain", "unsynchronized-lazy", "--format", "markdown", catalog: .standard)
    #expect(names(in: page.output) == ["own-bench"])
  }
}
