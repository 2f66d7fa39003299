package import Outcomes
package import Reports

/// One side of a comparison: the rows of its files, by groups. Takes memory for the groups, not for the files.
package struct ReportSide: Sendable {
  package private(set) var files: [String] = []
  package private(set) var rowCount = 0
  /// In the order in which they first appear.
  package private(set) var groups: [ReplicateGroup] = []
  private var places: [GroupKey: Int] = [:]
  private(set) var runs = NumberedTexts()
  private(set) var fingerprints = NumberedTexts()
  /// Median floor of each file by thread count, nanoseconds.
  private(set) var floors: [[UInt64: Double]] = []

  package init() {}

  /// Where in `groups` it stands.
  func place(of key: GroupKey) -> Int? { places[key] }

  /// Reads the files, as many at a time as there are cores.
  package static func read(_ paths: [String]) throws(InputError) -> ReportSide {
    try read([paths])[0]
  }

  /// Several sides, all files of all sides at a time.
  package static func read(_ sides: [[String]]) throws(InputError) -> [ReportSide] {
    var results = sides.flatMap(\.self).concurrentMap { path in
      Result { () throws(InputError) in try ReportSide(path: path) }
    }[...]
    var read: [ReportSide] = []
    for side in sides {
      var whole = ReportSide()
      for result in results.prefix(side.count) { whole.add(try result.get()) }
      results = results.dropFirst(side.count)
      try whole.requireEachRowOnce()
      whole.forgetAppearances()
      read.append(whole)
    }
    return read
  }
}

// MARK: - One file

extension ReportSide {
  private init(path: String) throws(InputError) {
    files = [path]
    var floors = FloorsByThreads()
    var last = 0
    try ReportReader(path: path).forEachRow { (row) throws(InputError) in
      rowCount += 1
      // Replicates stand one after another.
      if groups.isEmpty || !groups[last].key.matches(row) { last = place(of: row) }
      groups[last].add(
        row, file: 0, run: runs.number(of: row.runID), fingerprint: fingerprints.number(of: row.fingerprint))
      if let threads = row.threads, let floor = row.accessFloor { floors.add(floor, threads) }
    }
    self.floors = [floors.medians]
  }

  private mutating func place(of row: borrowing RowDraft) -> Int {
    let key = GroupKey(row)
    if let place = places[key] { return place }
    places[key] = groups.count
    groups.append(ReplicateGroup(row))
    return groups.count - 1
  }
}

/// The floors of a file, apart by thread count.
private struct FloorsByThreads {
  private var values: [UInt64: [Double]] = [:]

  mutating func add(_ floor: Double, _ threads: UInt64) { values[threads, default: []].append(floor) }

  var medians: [UInt64: Double] { values.compactMapValues { MedianInterval(of: $0)?.median } }
}

// MARK: - Several files

extension ReportSide {
  private mutating func add(_ part: ReportSide) {
    guard !files.isEmpty else {
      self = part
      return
    }
    let fileCount = Int32(files.count)
    let runNumbers = part.runs.texts.map { runs.number(of: $0) }
    let fingerprintNumbers = part.fingerprints.texts.map { fingerprints.number(of: $0) }
    for group in part.groups {
      add(
        group, files: fileCount, run: { runNumbers[Int($0)] }, fingerprint: { fingerprintNumbers[Int($0)] })
    }
    files += part.files
    rowCount += part.rowCount
    floors += part.floors
  }

  private mutating func add(
    _ group: ReplicateGroup, files: Int32, run: (Int32) -> Int32, fingerprint: (Int32) -> Int32
  ) {
    if let place = places[group.key] {
      groups[place].add(group, files: files, run: run, fingerprint: fingerprint)
    } else {
      places[group.key] = groups.count
      groups.append(group.renumbered(files: files, run: run, fingerprint: fingerprint))
    }
  }

  /// The same file given twice would count each of its replicates twice.
  private func requireEachRowOnce() throws(InputError) {
    for group in groups {
      let appearances = group.appearances
      guard appearances.count > 1, Set(appearances).count < appearances.count else { continue }
      var seen: Set<ReplicateGroup.Appearance> = []
      let twice = appearances.first { !seen.insert($0).inserted }!
      throw InputError(
        path: files.joined(separator: ", "),
        problem:
          "replicate \(twice.replicate) of \(group.key.words), run \(runs.texts[Int(twice.run)].debugDescription),"
          + " stands there twice",
        expected: "each row of a run once")
    }
  }
}

extension ReportSide {
  /// They have served; of a million rows they are as large as the rest of what is kept.
  private mutating func forgetAppearances() {
    for place in groups.indices { groups[place].forgetAppearances() }
  }
}

/// Texts that many rows share, by numbers from 0.
struct NumberedTexts: Sendable {
  private(set) var texts: [String] = []
  private var numbers: [String: Int32] = [:]
  private var last: Int32 = 0

  mutating func number(of text: String) -> Int32 {
    if !texts.isEmpty, texts[Int(last)] == text { return last }
    if let number = numbers[text] {
      last = number
    } else {
      last = Int32(texts.count)
      texts.append(text)
      numbers[text] = last
    }
    return last
  }
}

extension GroupKey {
  /// `mutex, first-access, 64 threads`
  package var words: String {
    let base = "\(strategy), \(scenario), \(threads) \(threads == 1 ? "thread" : "threads")"
    let engineWords = engine == "dispatch" ? "" : ", \(engine)"
    return base + engineWords + (initializerCost == "0" ? "" : ", initialiser's cost \(initializerCost)")
  }
}
