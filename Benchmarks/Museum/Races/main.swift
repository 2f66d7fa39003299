import Exhibits
import SingletonSchedules
import SingletonStress

// Races a form with the usual settings, or checks all schedules of one that is awaited.
// Usage: museum-races race|schedules EXHIBIT defect|control
// Prints `found`, `nothing`, or `undecided`, and then the result.

func race<F: ThreadForm>(_ form: F.Type) async throws -> StressResult {
  try await stress(fresh: { Owner(form: F()) }, access: { $0.form.instance() })
}

func race<F: ProcessForm>(_ form: F.Type) async throws -> StressResult {
  try await stressOncePerProcess { F.instance() }
}

func race<F: TaskForm>(_ form: F.Type) async throws -> StressResult {
  try await stress(fresh: { F() }, awaiting: { await $0.instance() })
}

func schedules<F: TaskForm>(_ form: F.Type) async throws -> ScheduleResult {
  try await check(fresh: { F() }, access: { await $0.instance() })
}

// Unsafe: whether the forms may be asked from several threads is the question.
struct Owner<F: ThreadForm>: @unchecked Sendable { let form: F }

let form = Exhibit.form(CommandLine.arguments)
if CommandLine.arguments[1] == "schedules", case .tasks(let form) = form {
  let result = try await schedules(form)
  print(["refuted": "found", "proved": "nothing"]["\(result.verdict)"] ?? "undecided", result)
} else {
  let result =
    switch form {
    case .threads(let form): try await race(form)
    case .process(let form): try await race(form)
    case .tasks(let form): try await race(form)
    }
  switch result.verdict {
  case .broken: print("found", result)
  case .sound: print("nothing", result)
  case .tooWeak: print("undecided", result)
  }
}
