import CSingletonPlatform

/// Prepares this process for writing files: a write to a closed pipe, a file that becomes too large, and a closed
/// standard stream then cause an error, not a signal.
package func prepareProcess() {
  signal(SIGPIPE, SIG_IGN)
  // A child inherits the handling of SIGXFSZ, because a limit on file sizes is not a result of a strategy.
  signal(SIGXFSZ, SIG_IGN)
  cp_raise_descriptor_limit()
  reserveStandardDescriptors()
}

/// Opens closed standard streams for reading, so that writing to them still fails, and no report gets their numbers.
private func reserveStandardDescriptors() {
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}

/// Returns an environment variable of this process, or `nil` if it is not set.
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

/// Returns this program's name and its arguments, for which Swift would ask `/proc`.
package func commandLineArguments() -> [String] {
  let count = cp_argument_count()
  return count > 0 ? (0..<count).map { String(cString: cp_argument($0)) } : CommandLine.arguments
}

/// Returns the first argument of this program that is not valid UTF-8, as far as it can be shown.
package func argumentThatIsNoText() -> String? {
  (0..<cp_argument_count()).first { String(validatingCString: cp_argument($0)) == nil }
    .map { String(cString: cp_argument($0)) }
}

/// Returns a path of this process's executable, which on Linux remains valid if the file is replaced.
package func ownExecutable() -> String {
  let path = cp_own_executable()
  defer { free(path) }
  return path.map { String(cString: $0) } ?? commandLineArguments()[0]
}
