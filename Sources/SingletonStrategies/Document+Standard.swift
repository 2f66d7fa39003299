package import SingletonStrategyKit

/// The documents whose singletons are in the catalog.
///
/// All of them are in Chinese and about Objective-C, except for one listing in Java.
extension Document {
  package static let standard = [macro, tutorial, strict, twoPlans, abuse]

  /// The names of the documents.
  package enum ID: String, Sendable { case macro, tutorial, strict, twoPlans = "two-plans", abuse }

  init(id: ID, subject: String, origin: String, sections: [Section]) {
    self.init(name: id.rawValue, subject: subject, origin: origin, sections: sections)
  }
}

extension Citation {
  package init(_ document: Document.ID, _ section: String) { self.init(document: document.rawValue, section: section) }
}

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
        claims:
          "Under manual reference counting, retain and release do nothing, so no caller can destroy the instance.",
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

  static let strict = Document(
    id: .strict, subject: "how to design a strict singleton",
    origin: "如何设计一个严格单例, author unknown; it refers to YouXianMing,"
      + " https://www.cnblogs.com/YouXianMing/p/4709209.html",
    sections: [
      Section(
        "variable",
        claims: "The instance is to be unique, so its variable has to be static.",
        lesson: "storage"),
      Section(
        "first form",
        claims:
          "A once token for the allocation and another for the accessor keep the instance unique, for threads, for"
          + " children, and for copies.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction], lesson: "alloc-init"),
      Section(
        "final form",
        claims: "Its state needs a separate initializer; the plain one raises an exception, and so does a child.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction]),
    ])

  static let twoPlans = Document(
    id: .twoPlans, subject: "the life of a singleton, and two plans against a second instance",
    origin: "title, author and address unknown",
    sections: [
      Section(
        "memory",
        claims: "A singleton is allocated in the global area when the program is compiled, and freed when it ends.",
        lesson: "storage",
        remark: "Only the variable is there. Real Objective-C agrees: the object is on the heap."),
      Section(
        "first listing",
        claims: "The recommended once token is not enough: alloc and new make others.",
        prints: "An access, a construction, and new have three addresses.",
        testedIn: [.firstAccess, .mixedConstruction], lesson: "alloc-init"),
      Section(
        "plan 1",
        claims: "If alloc and both copies return the shared instance, there is only one.",
        prints: "An access, a construction, and new have one address.",
        testedIn: [.mixedConstruction, .copy], lesson: "alloc-init",
        remark: "Addresses do not show that each construction initializes the instance again."),
      Section(
        "plan 2",
        claims: "If alloc, new and both copies are unavailable, there is only one.",
        prints: "Errors of the compiler.",
        testedIn: [.firstAccess],
        remark: "A test asks the compiler. In Objective-C other calls still make instances: allocWithZone, alloc on a"
          + " class that is held in a variable, and allocWithZone on a child."),
    ])

  static let abuse = Document(
    id: .abuse,
    subject: "the pattern with a listing in Java, then a well-known English article on the abuse of singletons",
    origin: "單例模式 (Singleton Pattern), author and address unknown",
    sections: [
      Section(
        "prose",
        claims: "Two threads that find no instance both make one. A lock prevents that, and lowers the efficiency.",
        testedIn: [.firstAccess], lesson: "lock"),
      Section(
        "Java listing",
        claims: "With a volatile variable, double-checked locking is safe and fast.",
        testedIn: [.firstAccess], lesson: "acquire-release",
        remark: "The listing reads the variable again before it returns, and its constructor is private."),
      Section(
        "questions",
        claims: "Before you write a singleton, ask: can there be only one? May its memory stay forever? Would class"
          + " methods do? Could it be a property of another?",
        lesson: "injection",
        remark: "The lesson storage shows what stays in memory, and hidden-inputs what class methods can do."),
      Section(
        "once token",
        claims: "A snippet with a once token makes singletons easy to add, and easy to overuse.",
        testedIn: [.firstAccess], lesson: "once"),
      Section(
        "hidden inputs",
        claims: "A function that reads state hides what it depends on; a class method with parameters shows it.",
        lesson: "hidden-inputs"),
      Section(
        "two consumers",
        claims: "Two modules that do not know each other are coupled by the state of a singleton.",
        lesson: "hidden-inputs"),
      Section(
        "test order",
        claims: "A cache that is a singleton makes the order of test cases decide which of them pass.",
        lesson: "test-order"),
      Section(
        "tearDown",
        claims: "A logout that clears the variable works until old work calls the accessor, which builds another.",
        testedIn: [.firstAccess, .teardown, .reconstruct, .lateUse], lesson: "teardown"),
      Section(
        "remedies",
        claims: "All work has to end before the teardown, or be canceled.",
        lesson: "remedies"),
      Section(
        "scope",
        claims: "State that ends before the program does not belong in a singleton; one account may become several.",
        lesson: "teardown"),
      Section(
        "injection",
        claims: "A user owns the cache, and views receive the user. An old cache ends with its user.",
        testedIn: [.teardown, .lateUse], lesson: "injection"),
    ])
}
