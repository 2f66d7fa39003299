import CheckedClasses
import CheckedWithoutFlags
import Foundation
import SingletonCheck
import SingletonStrategyChecker

// Prints the results of checks of the classes whose names are given, or of all.

let checks: [NamedCheck] = [
  ("look-then-build", { try check(threads: $0, under: $1, fresh: { LookThenBuild() }, access: { $0.cache }) }),
  ("lazy-property", { try check(threads: $0, under: $1, fresh: { LazyProperty() }, access: { $0.cache }) }),
  ("flag", { try check(threads: $0, under: $1, fresh: { FlagBesideReference() }, access: { $0.cache }) }),
  ("mutex", { try check(threads: $0, under: $1, fresh: { GuardedByMutex() }, access: { $0.cache }) }),
  ("double-checked", { try check(threads: $0, under: $1, fresh: { DoubleChecked() }, access: { $0.cache }) }),
  ("acquired", { try check(threads: $0, under: $1, fresh: { DoubleCheckedAtomically() }, access: { $0.acquired }) }),
  ("relaxed", { try check(threads: $0, under: $1, fresh: { DoubleCheckedAtomically() }, access: { $0.relaxed }) }),
  ("claimed", { try check(threads: $0, under: $1, fresh: { ClaimedByExchange() }, access: { $0.cache }) }),
  ("lock", { try check(threads: $0, under: $1, fresh: { GuardedByLock() }, access: { $0.cache }) }),
  ("late-lock", { try check(threads: $0, under: $1, fresh: { GuardedByLock() }, access: { $0.lateCache }) }),
  ("semaphore", { try check(threads: $0, under: $1, fresh: { GuardedBySemaphore() }, access: { $0.cache }) }),
  ("static-let", { try check(threads: $0, under: $1, fresh: {}, access: { Session.shared }) }),
  ("made-before", { try check(threads: $0, under: $1, fresh: { Session.shared }, access: { _ in Session.shared }) }),
  ("one-section", { try check(threads: $0, under: $1, fresh: { ByName() }, access: { $0.inOneSection }) }),
  ("two-sections", { try check(threads: $0, under: $1, fresh: { ByName() }, access: { $0.inTwoSections }) }),
  ("two-locks", { try check(threads: $0, under: $1, fresh: { TwoLocks() }, access: { $0.cache }) }),
  ("queue", { try check(threads: $0, under: $1, fresh: { GuardedByQueue() }, access: { $0.cache }) }),
  ("beside-pointer", { try check(threads: $0, under: $1, fresh: { QueueBesidePointer() }, access: { $0.cache }) }),
  ("together", { try check(threads: $0, under: $1, fresh: { GuardedByQueue() }, access: { $0.readTogether }) }),
  ("barrier", { try check(threads: $0, under: $1, fresh: { GuardedByQueue() }, access: { $0.behindBarrier }) }),
  ("images", { try check(threads: $0, under: $1, fresh: { Images() }, access: { $0.cache }) }),
  ("repaired", { try check(threads: $0, under: $1, fresh: { Repaired.Images() }, access: { $0.cache }) }),
  ("readers", { try check(threads: $0, under: $1, fresh: { GuardedByReadersLock() }, access: { $0.cache }) }),
]

let arguments = CommandLine.arguments.dropFirst()
let isVerbose = arguments.contains("--verbose")
let model = arguments.compactMap(MemoryModel.init).first ?? .rc11
let numbers = arguments.compactMap { Int($0) }
let threads = (numbers.first ?? 2)...(numbers.last ?? 2)
let wanted = arguments.filter { !$0.hasPrefix("-") && MemoryModel(rawValue: $0) == nil && Int($0) == nil }

if arguments.first == "flags" {
  print(InstrumentationFlags.arguments.joined(separator: "\n"))
  exit(0)
}

if arguments.first == "flags-of-c" {
  print(InstrumentationFlags.argumentsOfC.joined(separator: "\n"))
  exit(0)
}

if arguments.first == "replay" {
  do { print(try check(replay: arguments.last!, fresh: { LookThenBuild() }, access: { $0.cache })) } catch {
    print(error)
  }
  exit(0)
}

if arguments.first == "tasks" {
  TaskChecks.run()
  exit(0)
}

if arguments.first == "race" {
  let numbers = arguments.compactMap { UInt64($0) }
  exit(try RaceComparison<RandomCode>.run(numbers[0]..<numbers[1], rounds: Int(numbers[2])) ? 0 : 1)
}

if arguments.first == "race-references" {
  let numbers = arguments.compactMap { UInt64($0) }
  exit(try RaceComparison<RandomReferences>.run(numbers[0]..<numbers[1], rounds: Int(numbers[2])) ? 0 : 1)
}

if arguments.first == "litmus" {
  let programs = try LitmusComparison.programs(in: arguments.last!)
  let differences = try programs.flatMap { try $0.differences() }
  differences.forEach { print($0) }
  print("\(programs.count) programs under three models, \(differences.count) differ")
  exit(differences.isEmpty ? 0 : 1)
}

if arguments.first == "naive" {
  let seeds = arguments.compactMap { UInt64($0) }
  exit(try NaiveComparison<RandomCode>.run(seeds[0]..<seeds[1], length: 2) ? 0 : 1)
}

if arguments.first == "naive-references" {
  let numbers = arguments.compactMap { UInt64($0) }
  exit(try NaiveComparison<RandomReferences>.run(numbers[1]..<numbers[2], length: Int(numbers[0])) ? 0 : 1)
}

if arguments.first == "naive-existentials" {
  let numbers = arguments.compactMap { UInt64($0) }
  exit(try NaiveComparison<RandomExistentials>.run(numbers[1]..<numbers[2], length: Int(numbers[0])) ? 0 : 1)
}

if arguments.first == "race-existentials" {
  let numbers = arguments.compactMap { UInt64($0) }
  exit(try RaceComparison<RandomExistentials>.run(numbers[0]..<numbers[1], rounds: Int(numbers[2])) ? 0 : 1)
}

if arguments.first == "alike" {
  let numbers = arguments.compactMap { UInt64($0) }
  let (seeds, length) = (numbers[1]..<numbers[2], Int(numbers[0]))
  let isSame = [
    try AlikeComparison.run(RandomCode.self, seeds, length: length),
    try AlikeComparison.run(RandomReferences.self, seeds, length: length),
  ]
  exit(isSame == [true, true] ? 0 : 1)
}

if arguments.first == "orders" {
  printOrders(of: wanted, threads, model, isVerbose: isVerbose)
  exit(0)
}

/// Runs on a thread whose thread-local variables are part of its stack, as those of tests are.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

/// Prints the milliseconds of a check, its executions, and the megabytes that this process has used at most.
func printCost(since start: ContinuousClock.Instant, _ result: CheckResult) {
  let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
  var usage = rusage()
  getrusage(__rusage_who_t(0), &usage)
  let executions = result.searches.reduce(0) { $0 + $1.executions }
  print(milliseconds, executions, Double(usage.ru_maxrss) / 1e3)
}

func run() {
  for (name, check) in checks + valueChecks + checksWithoutFlags + outsideChecks + placedChecks + edgeChecks
    + countChecks
    + existentialChecks
    + weakChecks
    + waitingChecks
    + conditionChecks + groupChecks + freedChecks + turnChecks + cChecks + exerciseChecks + realFormChecks
    + collectionChecks
    + libraryVariableChecks
    + keptOwnerChecks + drawnChecks + severalChecks + heldBackChecks + endedSemaphoreChecks + clockChecks + targetChecks
    + journalChecks + announcerChecks
  where wanted.isEmpty || wanted.contains(name) {
    do {
      let start = ContinuousClock.now
      let result = try check(threads, model)
      if arguments.contains("--cost") {
        printCost(since: start, result)
        continue
      }
      let search = result.searches[0]
      let found = search.findings.map { defect in
        defect.rawValue + (search.strongestModels[defect].map { "(\($0.rawValue))" } ?? "")
      }
      print("\(name): \(result.verdict), \(search.executions): \(found.joined(separator: " "))")
      if isVerbose { print(result) }
    } catch { print("\(name): \(error)") }
  }
}

if arguments.contains("--another-thread") { onAnotherThread { run() } } else { run() }
