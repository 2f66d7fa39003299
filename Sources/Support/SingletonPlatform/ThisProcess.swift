import CSingletonPlatform

/// Prepares this process for writing files. After this call, writing to a closed pipe, writing too large a file, or
/// writing to a closed standard stream causes an error and not a signal.
package func prepareProcess() {
  signal(SIGPIPE, SIG_IGN)
  // Children inherit this, because exceeding a limit on file sizes says nothing about a strategy.
  signal(SIGXFSZ, SIG_IGN)
  cp_raise_descriptor_limit()
  reserveStandardDescriptors()
}

/// Opens the closed standard streams for reading. Writing to them still fails, and no other file, such as a report,
/// gets their numbers.
private func reserveStandardDescriptors() {
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}

/// Returns the value of an environment variable, or `nil` if it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Returns this process's environment as strings of the form `NAME=value`.
package func environmentVariables() -> [String] {
  var variables: [String] = []
  var next = cp_environment()
  while let variable = next.pointee {
    variables.append(String(cString: variable))
    next += 1
  }
  return variables
}

/// Returns this program's name and its arguments, without reading `/proc` as Swift's `CommandLine` does.
package func commandLineArguments() -> [String] {
  let count = cp_argument_count()
  return count > 0 ? (0..<count).map { String(cString: cp_argument($0)) } : CommandLine.arguments
}

/// Returns the first argument of this program that is not valid UTF-8, with its invalid bytes replaced.
package func argumentThatIsNoText() -> String? {
  (0..<cp_argument_count()).first { String(validatingCString: cp_argument($0)) == nil }
    .map { String(cString: cp_argument($0)) }
}

/// Returns the folder of this process's executable.
package func ownFolder() -> String {
  let path = realpath(ownExecutable(), nil)
  defer { free(path) }
  return Path.folder(of: path.map { String(cString: $0) } ?? ownExecutable())
}

/// Runs another program in place of this one, with the same environment and streams.
///
/// - Parameters:
///   - path: The path of the program.
///   - arguments: The program's name, followed by its arguments.
/// - Returns: Why the program does not run. Otherwise, the function does not return.
package func replaceProcess(by path: String, _ arguments: [String]) -> SystemFailure {
  _ = withCStrings(arguments) { execv(path, $0) }
  return .last
}

/// Returns a path of this process's executable. On Linux, the path remains valid even if the file is replaced.
package func ownExecutable() -> String {
  let path = cp_own_executable()
  defer { free(path) }
  return path.map { String(cString: $0) } ?? commandLineArguments()[0]
}
