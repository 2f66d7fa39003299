import InstrumentedStrategies
import SingletonCheck
import SingletonCommands
import SingletonCore
import SingletonMemoryModels
import SingletonPlatform
import SingletonSchedules
import SingletonStrategyChecker
import SingletonStrategyKit

// Checks listings for `singleton-bench check --form plain`, which starts this program and stands for its help.

guard commandLineArguments().dropFirst().first == "check" else {
  let text = "singleton-bench-listings: 'singleton-bench check --form plain' starts this program\n"
  _ = text.withCString { write(2, $0, strlen($0)) }
  exit(64)
}

/// The embedded files, by the names that they have where they are not links, or by their paths, which some builds resolve.
let sources = SourceLibrary { file in
  let parts = file.split(separator: "/")
  let links = ["InstrumentedStrategies": "SingletonStrategies", "InstrumentedSwift": "PlainSwift"]
  let modules = parts.map(String.init).compactMap { links.values.contains($0) ? $0 : links[$0] }
  let folder = modules.last ?? parts.dropLast().last.map(String.init) ?? ""
  return SourceLibrary.embedded["\(folder)/\(parts.last ?? "")"]
}

CommandLineTool(
  name: "singleton-bench", version: CommandLineTool.harnessVersion,
  catalog: Catalog(Catalog.standard.entries, sources: sources),
  checkingListings: { entry, scenario, threads, model, limits, draws throws(CheckError) in
    if let check = AwaitedListingCheck(entry, scenario, tasks: threads, model: model, sources: sources) {
      return try check.row(limits: limits)
    }
    return try ListingCheck(entry, scenario, threads: threads, model: model, sources: sources).row(
      limits: limits, draws: draws)
  }
).runAndExit()
