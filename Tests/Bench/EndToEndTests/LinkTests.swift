import Foundation
import TestSupport
import Testing

/// The links of the documentation, and the paths that it names.
@Suite struct `Links in the documentation` {
  /// A file with links, by its path from the repository's root.
  private static let pages: [String] = {
    let rooms = names(in: "Sources").map { "Sources/\($0)" }
    let folders = (["", "Benchmarks", "Benchmarks/Bench/Baselines"] + rooms).flatMap { folder in
      names(in: folder).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }.filter { $0.hasSuffix(".md") }
    }
    let catalogs = rooms.flatMap { room in names(in: room).map { "\(room)/\($0)/Documentation.docc" } }
    return folders
      + catalogs.flatMap { catalog in
        files(below: catalog).filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
      }
  }()

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)) ?? [])
      .sorted()
  }

  /// Returns the paths of all files in a folder and in its folders.
  private static func files(below folder: String) -> [String] {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: folder).path)
    return (paths ?? []).sorted().map { "\(folder)/\($0)" }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
  }

  /// Returns what a pattern's only group matches in a page.
  private static func matches(_ pattern: Regex<(Substring, Substring)>, in page: String) throws -> [String] {
    try Repository.text(page).matches(of: pattern).map { String($0.1) }
  }

  @Test func `there are pages of every kind`() {
    for page in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/README.md"] {
      #expect(Self.pages.contains(page))
    }
    for module in ["singleton-bench", "SingletonBench", "SingletonSchedules", "SingletonStress"] {
      #expect(Self.pages.contains { $0.contains("/\(module)/Documentation.docc/") })
    }
    #expect(Self.pages.count { $0.hasSuffix(".tutorial") } == 5)
  }

  /// Addresses of other sites are not followed, because a test needs no network.
  @Test(arguments: pages) func `every link to a file leads to a file, and every fragment to a heading`(
    page: String
  ) throws {
    for link in try Self.matches(/\]\(([^)\s]+)\)/, in: page) where !link.contains("://") && !link.hasPrefix("/") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      let target = parts[0].isEmpty ? page : folder + parts[0]
      #expect(Self.exists(target), "\(page): \(link)")
      if parts.count > 1 { #expect(try Self.headings(of: target).contains(parts[1].lowercased()), "\(page): \(link)") }
    }
  }

  /// Returns the fragments of a page's headings, as GitHub makes them; DocC keeps capital letters.
  private static func headings(of page: String) throws -> Set<String> {
    Set(
      try matches(/(?m)^#+ (.+)$/, in: page).map { title in
        title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
      })
  }

  /// Links such as `doc:Verdict` name a page of the same catalog. Those of the strategies are made by
  /// scripts/documentation.
  @Test(arguments: pages) func `every link to a page of the documentation leads to one`(page: String) throws {
    let links = try Self.matches(/[<"]doc:([^>"]+)[>"]/, in: page)
    guard !links.isEmpty else { return }
    let catalog = try #require(page.firstMatch(of: /^.*\.docc/)).output
    let names = Self.files(below: String(catalog)).map { $0.split(separator: "/").last!.split(separator: ".")[0] }
    for link in links { #expect(link == "Strategies" || names.contains { $0 == link }, "\(page): \(link)") }
  }

  /// A link such as `/documentation/singletonstress/ismysingletonsafe` leads to a page of another library.
  @Test(arguments: pages) func `every link to another library's documentation leads to a page`(page: String) throws {
    for link in try Self.matches(/\]\(\/documentation\/([^)\s]+)\)/, in: page) {
      let parts = link.split(separator: "#")
      let path = parts[0].split(separator: "/")
      let file = "/\(path[0])/documentation.docc/\(path.last!).md"
      let target = try #require(Self.pages.first { $0.lowercased().hasSuffix(file) }, "\(page): \(link)")
      #expect(path.count <= 2, "\(page): \(link)")
      if parts.count > 1 { #expect(try Self.headings(of: target).contains(parts[1].lowercased()), "\(page): \(link)") }
    }
  }

  /// The tutorial's finished strategy is added by scripts/documentation.
  @Test(arguments: pages) func `every file that a tutorial shows exists`(page: String) throws {
    let shown = try Self.matches(/(?:file|source): "([^"]+)"/, in: page)
    for name in shown where page.hasSuffix(".tutorial") && name != "SpinLockGuarded.swift" {
      #expect(Self.exists("Sources/Bench/singleton-bench/Documentation.docc/Resources/\(name)"), "\(page): \(name)")
    }
  }

  /// The strategy that readers write does not exist yet.
  @Test(arguments: pages) func `every path of this repository that a page names exists`(page: String) throws {
    let paths = try Self.matches(/`((?:Sources|Tests|scripts|Benchmarks)\/[^`\s<]*)/, in: page)
    for path in paths where !path.hasSuffix("/SpinLockGuarded.swift") { #expect(Self.exists(path), "\(page): \(path)") }
  }
}
