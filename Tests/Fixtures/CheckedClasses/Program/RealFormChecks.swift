import CheckedClasses
import SingletonCheck

let realFormChecks: [NamedCheck] = [
  ("published", { try check(threads: $0, under: $1, fresh: { ObservedModel() }, access: { $0.publisher }) }),
  ("multicast", { try check(threads: $0, under: $1, fresh: { Multicasts() }, access: { $0.lazySubject }) }),
  ("tag", { try check(threads: $0, under: $1, fresh: { LateTag() }, identity: { $0 }, access: { $0.resolvedName }) }),
  (
    "token",
    {
      try check(
        threads: $0, under: $1, fresh: { WordToken("a b") }, roles: { $0.components.count },
        expecting: { _, counts in Set(counts) == [3] })
    }
  ),
  ("contexts", { try check(threads: $0, under: $1, fresh: { ContextCache() }, access: { $0.context(for: 1) }) }),
  (
    "suggestion",
    { try check(threads: $0, under: $1, fresh: {}, identity: { $0 }, access: { _ in Suggestion.isEnabled }) }
  ),
  (
    "suggestions",
    {
      try check(
        threads: $0, under: $1, fresh: {}, roles: { _ in Suggestion.isEnabled },
        { _ in
          Suggestion.disable()
          return Suggestion.isEnabled
        }, expecting: { _, seen in Set(seen).count == 1 })
    }
  ),
  ("statements", { try check(threads: $0, under: $1, fresh: { Statements() }, access: { $0.statement("select 1") }) }),
  ("starts-thread", { try check(threads: $0, under: $1, fresh: { StartsThread() }, access: { $0.cache }) }),
  (
    "no-threads",
    {
      try check(
        threads: 0...0, under: $1, fresh: { Counter() }, roles: { $0.increment() }, expecting: { _, _ in true })
    }
  ),
]
