/// A command: its name, its help, and what it takes. The parser, the help and the completions derive from it.
package protocol ParsableCommand<Settings> {
  associatedtype Settings

  var name: String { get }
  /// One line, for the list of commands.
  var abstract: String { get }
  /// Paragraphs of the command's help.
  var discussion: [String] { get }
  /// The only list of its options.
  var options: [Option<Settings>] { get }
  var argument: Argument<Settings>? { get }
  var examples: [Example] { get }
  /// The settings before any argument is read.
  var defaults: Settings { get }
}

/// Arguments that a user could type, without the program's name, and what they do.
package struct Example {
  package let arguments: String
  package let meaning: String

  package init(_ arguments: String, _ meaning: String) {
    self.arguments = arguments
    self.meaning = meaning
  }
}

extension ParsableCommand {
  package var discussion: [String] { [] }
  package var argument: Argument<Settings>? { nil }

  var allOptions: [Option<Settings>] { options + Option.common }
  var optionInfos: [OptionInfo] { allOptions.map(\.info) }
  var argumentInfo: ArgumentInfo? { argument?.info }
}
