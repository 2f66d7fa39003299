/// A parser of arguments, which rejects everything that is not declared.
package struct ArgumentParser<Settings> {
  package enum Request {
    case run(Settings)
    case showHelp
    case showVersion
  }

  private let command: String
  private let options: [Option<Settings>]
  /// The options that request something other than running the command, such as `--help`.
  private let requests: [(info: OptionInfo, request: Request)]
  private let argument: Argument<Settings>?
  private var settings: Settings
  private var rest: ArraySlice<String>
  private var given: Set<String> = []
  private var argumentCount = 0

  package static func parse(
    _ arguments: [String], for command: some ParsableCommand<Settings>
  ) throws(UsageError) -> Request {
    var parser = ArgumentParser(
      command: command.name, options: command.options,
      requests: [(.help, .showHelp), (.version, .showVersion)], argument: command.argument, settings: command.defaults,
      rest: arguments[...])
    return try parser.parse()
  }

  /// Parses options only, without `--help` and `--version`.
  package static func parse(
    _ arguments: some Sequence<String>, options: [Option<Settings>], into defaults: Settings
  ) throws(UsageError) -> Settings {
    var parser = ArgumentParser(
      command: "", options: options, requests: [], argument: nil, settings: defaults, rest: Array(arguments)[...])
    _ = try parser.parse()
    return parser.settings
  }

  private mutating func parse() throws(UsageError) -> Request {
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if argument == "--" && !optionsEnded {
        optionsEnded = true
      } else if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
        try takeArgument(argument)
      } else if let request = try takeOption(argument) {
        return request
      }
    }
    try requireArguments()
    return .run(settings)
  }

  private mutating func takeOption(_ text: String) throws(UsageError) -> Request? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let attached = parts.count == 2 ? parts[1] : nil
    if let common = requests.first(where: { $0.info.spellings.contains(parts[0]) }) {
      _ = try value(of: common.info, attached: attached)
      return common.request
    }
    guard let option = options.first(where: { $0.info.name == parts[0] }) else { throw unknownOption(parts[0]) }
    guard given.insert(option.info.name).inserted || option.info.repeats else {
      throw UsageError("\(option.info.name) is given twice", expected: "at most one \(option.info.name)")
    }
    try option.set(&settings, try value(of: option.info, attached: attached))
    return nil
  }

  /// Returns the value of an option, or an empty string for a flag.
  ///
  /// An argument that begins with `--` is accepted as a value only if it is attached with `=`. Otherwise, it is more
  /// likely that the value was forgotten.
  private mutating func value(of option: OptionInfo, attached: String?) throws(UsageError) -> String {
    guard let info = option.value else {
      guard attached == nil else { throw UsageError("\(option.name) takes no value", expected: option.name) }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw UsageError("\(option.name) has no value", expected: "\(option.name) \(info.placeholder): \(info.expected)")
    }
    rest.removeFirst()
    return next
  }

  private mutating func takeArgument(_ text: String) throws(UsageError) {
    argumentCount += 1
    guard let argument, argumentCount <= argument.info.count.upperBound else {
      throw UsageError(
        "\(command): unexpected argument \(text.quoted)", expected: argument?.info.expected ?? "options only")
    }
    try argument.set(&settings, text)
  }

  private func requireArguments() throws(UsageError) {
    guard let info = argument?.info, argumentCount < info.count.lowerBound else { return }
    throw UsageError("\(command): \(info.value.placeholder) is missing", expected: "\(command) \(info.usage)")
  }

  private func unknownOption(_ text: String) -> UsageError {
    let spellings = (options.map(\.info) + requests.map(\.info)).flatMap(\.spellings)
    return UsageError(
      "unknown option \(text.quoted)", expected: "an option of \(command)",
      nearest: Suggestions.nearest(to: String(text.drop { $0 == "-" }), among: spellings))
  }
}
