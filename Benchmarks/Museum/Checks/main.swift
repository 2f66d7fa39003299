import CheckedExhibits
import SingletonCheck

// Checks all executions of a form.
// Usage: museum-checks check EXHIBIT defect|control
// Prints `found`, `nothing`, or `undecided`, and then the result.

func executions<F: ThreadForm>(_ form: F.Type) throws -> CheckResult {
  try check(fresh: { F() }, access: { $0.instance() })
}

func executions<F: ProcessForm>(_ form: F.Type) throws -> CheckResult { try check(fresh: {}, access: { F.instance() }) }

let form = Exhibit.form(CommandLine.arguments)
do {
  let result: CheckResult
  switch form {
  case .threads(let form): result = try executions(form)
  case .process(let form): result = try executions(form)
  case .tasks: fatalError("a form that is awaited is checked by museum-races schedules")
  }
  print(["refuted": "found", "proved": "nothing"]["\(result.verdict)"] ?? "undecided", result)
} catch { print("undecided", error) }
