import Testing

@testable import SingletonArgumentParsing

@Suite struct `Real numbers as values of options` {
  private struct Settings {
    var floor: Double?
  }

  private let option = Option(
    "--floor", ArgumentValue.realNumber(in: 0...1e9), sets: \Settings.floor, "nanoseconds of a floor")

  private func parsed(_ arguments: String...) throws(UsageError) -> Double? {
    try ArgumentParser.parse(arguments, options: [option], into: Settings()).floor
  }

  @Test(arguments: [("0", 0), ("2", 2), ("0.25", 0.25), ("1e9", 1e9), ("2.5e-3", 0.0025)])
  func `a decimal number is read`(text: String, number: Double) throws {
    #expect(try parsed("--floor=" + text) == number)
  }

  @Test(arguments: ["", "x", "1,5", "1 ", "nan", "inf", "-0.1", "1.1e9"])
  func `what is no number, or outside of the range, is refused`(text: String) throws {
    let error = #expect(throws: UsageError.self) { try parsed("--floor=" + text) }
    #expect(error?.expected == "a number from 0 to 1000000000")
  }

  @Test(arguments: [nil, 0, 0.1, 1 / 3, .leastNonzeroMagnitude, 123_456_789.012_345_67] as [Double?])
  func `a number is read back as it was written`(number: Double?) throws {
    let arguments = option.arguments(for: Settings(floor: number))
    #expect(try ArgumentParser.parse(arguments, options: [option], into: Settings()).floor == number)
  }
}
