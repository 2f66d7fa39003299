import Dispatch
import Exhibits

// Looks for a defect as handwritten tests do: `repeat`, a test in which two tasks ask, a thousand times; or `perform`,
// two threads of `concurrentPerform` (or two tasks, for what is awaited) in a loop of two seconds; or `watch`, the same
// without looking at what they got, for the thread sanitizer.
// Usage: museum-loops repeat|perform|watch EXHIBIT defect|control
// Prints `found` or `nothing`, and the number of repetitions.

// Unsafe: whether the forms may be asked from several threads is the question.
struct Unchecked<Value>: @unchecked Sendable { let value: Value }

func threads<F: ThreadForm>(_ form: F.Type) -> Bool {
  let owner = Unchecked(value: F())
  let found = UnsafeMutablePointer<F.Instance?>.allocate(capacity: 2)
  found.initialize(repeating: nil, count: 2)
  defer {
    found.deinitialize(count: 2)
    found.deallocate()
  }
  let results = Unchecked(value: found)
  DispatchQueue.concurrentPerform(iterations: 2) { results.value[$0] = owner.value.instance() }
  return found[0] != nil && found[0] === found[1]
}

func threads<F: ProcessForm>(_ form: F.Type) -> Bool {
  let found = Unchecked(value: UnsafeMutablePointer<F.Instance?>.allocate(capacity: 2))
  found.value.initialize(repeating: nil, count: 2)
  DispatchQueue.concurrentPerform(iterations: 2) { found.value[$0] = F.instance() }
  return found.value[0] != nil && found.value[0] === found.value[1]
}

func tasks<F: ThreadForm>(_ form: F.Type) async -> Bool {
  let owner = Unchecked(value: F())
  async let first = Unchecked(value: owner.value.instance())
  async let second = Unchecked(value: owner.value.instance())
  let (one, other) = await (first.value, second.value)
  return one != nil && one === other
}

func tasks<F: ProcessForm>(_ form: F.Type) async -> Bool {
  async let first = Unchecked(value: F.instance())
  async let second = Unchecked(value: F.instance())
  let (one, other) = await (first.value, second.value)
  return one != nil && one === other
}

func tasks<F: TaskForm>(_ form: F.Type) async -> Bool {
  let owner = F()
  async let first = owner.instance()
  async let second = owner.instance()
  let (one, other) = await (first, second)
  return one != nil && one === other
}

let form = Exhibit.form(CommandLine.arguments)
let (repeats, watches) = (CommandLine.arguments[1] == "repeat", CommandLine.arguments[1] == "watch")
let end = ContinuousClock.now + .seconds(2)
var count = 0
var isOne = true
while isOne || watches, repeats ? count < 1_000 : ContinuousClock.now < end {
  count += 1
  switch form {
  case .threads(let form): isOne = if repeats { await tasks(form) } else { threads(form) }
  case .process(let form): isOne = if repeats { await tasks(form) } else { threads(form) }
  case .tasks(let form): isOne = await tasks(form)
  }
}
print(isOne || watches ? "nothing" : "found", count)
