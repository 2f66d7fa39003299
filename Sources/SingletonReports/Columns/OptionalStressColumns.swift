import SingletonCore
import SingletonTextFormats

// Columns of values that a row may lack.

extension StressColumns {
  static func count(_ name: String, _ summary: String, _ counter: Counter) -> Column<StressRow> {
    measured(name, summary, \.tally[counter])
  }

  static func measured<Value: FixedWidthInteger & Sendable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Measurements, Value> & Sendable
  ) -> Column<StressRow> {
    .integer(name, summary) {
      $0.measured?[keyPath: path]
    } set: { row, value in
      if let value { row.measure { $0[keyPath: path] = value } }
    }
  }

  /// Returns a column of milliseconds, always with 3 decimals, that is, whole microseconds.
  static func milliseconds(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Measurements, UInt64> & Sendable
  ) -> Column<StressRow> {
    .real(name, summary, .fixed(3)) {
      $0.measured.map { Double($0[keyPath: path]) / 1e6 }
    } set: { row, value in
      guard let value else { return }
      row.measure { $0[keyPath: path] = UInt64(exactly: (value * 1e6).rounded()) ?? .max }
    }
  }

  static func first(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<FirstAccessTiming, Double> & Sendable
  ) -> Column<StressRow> {
    nanoseconds(name, summary, \.firstAccess, path, default: FirstAccessTiming())
  }

  static func later(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<AccessTiming, Double> & Sendable
  ) -> Column<StressRow> {
    nanoseconds(name, summary, \.access, path, default: AccessTiming())
  }

  /// Returns a column of one time of a timing. A row without that time has no such timing.
  static func nanoseconds<Timing: Sendable>(
    _ name: String, _ summary: String, _ timing: any WritableKeyPath<Measurements, Timing?> & Sendable,
    _ path: any WritableKeyPath<Timing, Double> & Sendable, default empty: Timing
  ) -> Column<StressRow> {
    .real(name, summary, .decimals(3)) {
      $0.measured?[keyPath: timing]?[keyPath: path]
    } set: { row, value in
      guard let value else {
        row.measured?[keyPath: timing] = nil
        return
      }
      row.measure {
        var times = $0[keyPath: timing] ?? empty
        times[keyPath: path] = value
        $0[keyPath: timing] = times
      }
    }
  }

  /// Returns a column of one time of a timing that may be missing.
  static func optional<Timing: Sendable>(
    _ name: String, _ summary: String, _ timing: any WritableKeyPath<Measurements, Timing?> & Sendable,
    _ path: any WritableKeyPath<Timing, Double?> & Sendable
  ) -> Column<StressRow> {
    .real(name, summary, .decimals(3)) {
      $0.measured?[keyPath: timing]?[keyPath: path]
    } set: {
      $0.measured?[keyPath: timing]?[keyPath: path] = $1
    }
  }

  static func laterCount(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<AccessTiming, Int> & Sendable
  ) -> Column<StressRow> {
    .integer(name, summary) {
      $0.measured?.access?[keyPath: path]
    } set: {
      $0.measured?.access?[keyPath: path] = $1 ?? 0
    }
  }
}

extension RunMetadata {
  /// Sets a property of the plan, creating the plan first if there is none.
  mutating func setPlan<Value>(_ path: WritableKeyPath<PlanIdentity, Value>, _ value: Value?) {
    guard let value else { return }
    if plan == nil { plan = PlanIdentity() }
    plan![keyPath: path] = value
  }
}

extension StressRow {
  /// Changes the measurements in place, creating them first if there are none.
  mutating func measure(_ body: (inout Measurements) -> Void) {
    if measured == nil { measured = Measurements() }
    body(&measured!)
  }
}
