/// The exit codes of a child that was not killed, numbered as in `sysexits.h`.
package enum ChildExit: Int32 {
  case done = 0
  case badConfiguration = 70
  case threadsMissing = 71
}
