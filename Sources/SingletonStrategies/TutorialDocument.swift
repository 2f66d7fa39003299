import SingletonStrategyKit

extension Document {
  static let tutorial = Document(
    id: .tutorial, subject: "a tutorial in §1 to §5: lazy, eager, once token, manual reference counting, macro",
    origin: "title, author and address unknown",
    sections: [
      Section(
        "introduction",
        claims: "A property that is built lazily is unique in its owner, but two owners have two instances.",
        testedIn: [.firstAccess]),
      Section(
        "§1 first listing",
        claims: "An alloc that keeps its first result is enough for one thread; two threads may make two.",
        testedIn: [.firstAccess], lesson: "lazy"),
      Section(
        "§1 second listing",
        claims: "A lock in alloc solves this, but every call has to take it.",
        testedIn: [.firstAccess], lesson: "lock"),
      Section(
        "§1 final version",
        claims: "With a test before the lock, in alloc and in the accessor, and with a copy that returns the variable,"
          + " the lazy singleton is done.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction],
        lesson: "published-early"),
      Section(
        "§1 accessor",
        claims: "A test before the lock saves taking it.",
        testedIn: [.firstAccess], lesson: "double-checked",
        remark: "The document has no such accessor without an alloc that stores too early."),
      Section(
        "§1 copy",
        claims: "A copy is a new object unless copying returns the variable.",
        testedIn: [.copy],
        remark: "In real Objective-C copy raises an exception, unless the class adopts copying, as the strategies do."),
      Section(
        "§1 static",
        claims: "A static local variable is one piece of memory that lives as long as a global one.",
        lesson: "storage"),
      Section(
        "§1 extern",
        claims: "If the global variable is not static, another file can set it to nil; the next instance is another.",
        testedIn: [.externalWrite]),
      Section(
        "§2 load",
        claims: "The load method runs once, before any other code allocates, so no lock is needed.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .reentrant], lesson: "eager"),
      Section(
        "§2 initialize",
        claims: "The initialize method runs once and only once, when the class is first used.",
        testedIn: [.firstAccess, .copy, .subclass, .subclassConstruction], lesson: "eager",
        remark: "In real Objective-C a child inherits it, and it runs again for the child."),
      Section(
        "§3",
        claims: "A once token in alloc and another in the accessor are simpler than locks, and the most used form.",
        testedIn: [.firstAccess, .mixedConstruction],
        remark: "As printed, the block of alloc calls alloc."),
      Section(
        "§4",
        claims: "Under manual reference counting, retain and release do nothing, so nobody can destroy the instance.",
        testedIn: [.firstAccess, .overRelease], lesson: "ownership",
        remark: "It builds on §3. A retain inside the first initializer, which would answer nil, is not modeled."),
      Section(
        "§5 base class",
        claims: "If all singletons inherit from one class, the second child gets the first child's instance.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance",
        remark: "The two classes that race are a parent and its child; in real Objective-C two siblings show the same."),
      Section(
        "§5 macro",
        claims: "A header with macros makes a singleton of any class, with and without automatic reference counting.",
        testedIn: [.firstAccess],
        remark: "The macros have the code of §3 and §4."),
    ])
}
