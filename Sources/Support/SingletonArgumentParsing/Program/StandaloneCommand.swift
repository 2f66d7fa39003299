import SingletonPlatform

/// The version of the package, which all its programs have.
package let packageVersion = "0.2.0"

/// A command that is a program of its own, which has its name.
package protocol StandaloneCommand<Settings>: ParsableCommand {
  func run(_ settings: Settings, on console: Console) throws -> ExitCode
}

extension StandaloneCommand {
  /// Runs the program, and reports an error.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  package func main(_ arguments: [String], on console: Console = .ofProcess) -> ExitCode {
    do {
      try requireSoundProcess()
      return try fulfill(ArgumentParser.parse(arguments, for: self), on: console)
    } catch {
      var error = CommandError(reporting: error)
      if [.usage, .unreadableInput].contains(error.code) { error.next = error.next ?? "--help" }
      if error.code != .readerLeft { console.printFolded(error.message(from: name)) }
      return error.code
    }
  }

  private func fulfill(_ request: ArgumentParser<Settings>.Request, on console: Console) throws -> ExitCode {
    switch request {
    case .run(let settings): return try run(settings, on: console)
    case .showHelp: try console.output.write(HelpGenerator(width: console.textColumns).text(of: self))
    case .showVersion: try console.output.write("\(name) \(packageVersion)\n")
    }
    return .passed
  }
}

/// Throws an error if this process has too little memory, or if one of its arguments is no text.
package func requireSoundProcess() throws {
  if let limit = MemoryLimit.tooSmall() { throw CommandError(limit.present, least: limit.least) }
  if let argument = argumentThatIsNoText() {
    throw CommandError.usage(
      "the argument \(argument.quoted) is not text in UTF-8",
      expected: "arguments in UTF-8; a link with such a name can stand for a file with another one")
  }
}
