/// A command, from which the parser, the help, and the completions are derived.
package protocol ParsableCommand<Settings> {
  associatedtype Settings

  var name: String { get }
  /// One line for the list of commands.
  var abstract: String { get }
  /// The paragraphs of the command's help. A paragraph that begins with a space is printed without wrapping.
  var discussion: [String] { get }
  /// The options, except those that all commands have.
  var options: [Option<Settings>] { get }
  var argument: Argument<Settings>? { get }
  var examples: [Example] { get }
  /// The settings before any argument is parsed.
  var defaults: Settings { get }
}

/// An example: the arguments without the program's name, and their meaning.
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

  package var optionInfos: [OptionInfo] { options.map(\.info) + [.help, .version] }
  var argumentInfo: ArgumentInfo? { argument?.info }
}
