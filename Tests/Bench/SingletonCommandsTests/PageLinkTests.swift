import CommandTestSupport
import SingletonCourse
import SingletonPlatform
import SingletonStrategies
import TestSupport
import Testing

/// The links of the pages that `learn`, `check` and `report` make.
@Suite struct `Links of pages` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Follows every link of a page, and every name of an element that another one refers to.
  ///
  /// - Parameter path: The page's path in the folder.
  /// - Returns: The number of links.
  private func followLinks(of path: String) throws -> Int {
    let page = try ParsedPage(folder.text(of: path))
    let base = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for element in page.elements {
      for id in (element.attributes["aria-labelledby"] ?? "").split(separator: " ") {
        #expect(page.has(id), "\(path): \(id)")
      }
    }
    let links = page.elements.compactMap { $0.attributes["href"] ?? $0.attributes["src"] }
    for link in links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts[0].isEmpty || FileSystem.exists(folder(base + parts[0])), "\(path): \(link)")
      let target = parts[0].isEmpty ? page : try ParsedPage(folder.text(of: base + parts[0]))
      if parts.count > 1 { #expect(target.has(parts[1]), "\(path): \(link)") }
    }
    return links.count
  }

  @Test func `every link of the course leads to a page`() throws {
    _ = invoke(["learn", "--html", folder("course")], catalog: .standard, course: .standard)
    let pages = FileSystem.names(in: folder("course")).filter { $0.hasSuffix(".html") }
    #expect(pages.count == Course.standard.lessons.count + 1)
    for page in pages { #expect(try followLinks(of: "course/" + page) > 0) }
  }

  @Test func `every link of a page of check leads to a part of it`() throws {
    let selection = ["--scenario", "first-access", "--strategy", "mutex", "--strategy", "double-*", "--threads", "2"]
    _ = invoke(["check", "--html", folder("check.html")] + selection, catalog: .standard)
    #expect(try followLinks(of: "check.html") > 0)
  }

  @Test func `every link of a page of report leads to a part of it`() throws {
    _ = invoke("run", "--csv", folder("run.csv"))
    _ = invoke("report", folder("run.csv"), "--html", folder("run.html"))
    #expect(try followLinks(of: "run.html") > 0)
    _ = invoke("report", folder("run.csv"), folder("run.csv"), "--html", folder("both.html"))
    #expect(try followLinks(of: "both.html") > 0)
  }
}

extension ParsedPage {
  fileprivate func has(_ id: Substring) -> Bool { elements.contains { $0.attributes["id"] == String(id) } }
}
