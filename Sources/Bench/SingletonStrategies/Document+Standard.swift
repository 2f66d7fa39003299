package import SingletonStrategyKit

/// The documents whose singletons are in the catalog.
///
/// All of them are in Chinese and about Objective-C, except for one listing in Java.
extension Document {
  package static let standard = [macro, tutorial, strict, twoPlans, abuse]

  /// The names of the documents.
  package enum ID: String, Sendable { case macro, tutorial, strict, twoPlans = "two-plans", abuse }

  init(id: ID, subject: String, origin: String, sections: KeyValuePairs<String, Section>) {
    self.init(name: id.rawValue, subject: subject, origin: origin, sections: sections)
  }
}

extension Citation {
  package init(_ document: Document.ID, _ section: String) { self.init(document: document.rawValue, section: section) }
}

extension Document {
  static let macro = Document(
    id: .macro, subject: "a singleton as a macro for Objective-C, in versions V1 to V5",
    origin: "老生常谈的单例, by AlexLee002, https://juejin.im/post/5cb067676fb9a0688360f987, 2019; read in a reprint",
    sections: [
      "V1": Section(
        claims: "A once token around alloc and init is what most code has, but others may call alloc and init too.",
        prints: "Two accesses have one address, and two constructions have two others.",
        testedIn: [.firstAccess, .mixedConstruction], lesson: "alloc-init"),
      "V2": Section(
        claims: "Apple's old sample locks the accessor, makes alloc return the shared instance, and empties retain and"
          + " release.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .overRelease], lesson: "lock"),
      "V2 under ARC": Section(
        claims: "The same under automatic reference counting is perfect.",
        prints: "Two accesses and two constructions have one address.",
        testedIn: [.firstAccess, .mixedConstruction, .copy],
        remark: "Addresses do not show that each construction initializes the instance again."),
      "V2 with a child": Section(
        claims: "A child that adds no methods inherits the accessor, and is never built.",
        prints: "Accesses and constructions of parent and child all give the parent's instance.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance"),
      "V2 completed child": Section(
        claims: "With its own accessor and alloc, the child has its own instance.",
        prints: "A crash: the child's accessor enters dispatch_once inside its own block.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance"),
      "V3": Section(
        claims: "If alloc is intercepted for exactly one class, each class has its instance, but each construction"
          + " initializes it again.",
        prints: "One address for each class, and a report of the initializer for each construction.",
        testedIn: [.mixedConstruction, .subclass, .subclassConstruction], lesson: "inheritance"),
      "V4": Section(
        claims: "If a semaphore guards init, which runs the class's own part once, no state is lost. A child's part"
          + " calls its parent's.",
        prints: "The own part of each class runs once; if the child calls its parent's, that runs in the child too.",
        testedIn: [.mixedConstruction, .subclass, .subclassConstruction, .mutualInitialization], lesson: "alloc-init",
        remark: "A child that forgets its parent's part is not modeled: Objective-C's compiler warns of it."),
      "V4 swizzling": Section(
        claims: "The guard could also replace init at run time, from the load method of a category; that is risky.",
        remark: "No strategy does it. In real Objective-C the load method of every category runs, and the replaced init"
          + " is guarded as well as V4's."),
      "V4 weak": Section(
        claims: "On a weak variable the instance would end with its last user, but a once token never builds another.",
        prints: "Two accesses and two constructions have one address; after the last release, both give null.",
        testedIn: [.firstAccess, .reacquire, .reconstruct], lesson: "weak",
        remark: "The document does not print this accessor. Both strategies behave as printed; V4's own accessor would"
          + " answer null from the first access on."),
      "V5": Section(
        claims: "With a semaphore in place of the token, the singleton is complete.",
        testedIn: [.firstAccess, .mixedConstruction, .copy]),
      "V5 limit": Section(
        claims: "A wait of ten seconds means a deadlock, and fails an assertion.",
        testedIn: [.reentrant], lesson: "re-entry",
        remark: "It is a trap if the exception is not caught, a refusal if it is, and nil in a release build."),
      "V5 in both classes": Section(
        claims: "If parent and child both use the macro, each has its own instance.",
        testedIn: [.subclass, .subclassConstruction, .mutualInitialization]),
      "V5 bare child": Section(
        claims: "A child that does not use the macro gets its parent's instance.",
        prints: "A warning that the instance is not the one that is expected.",
        testedIn: [.subclass, .subclassConstruction]),
      "V5 destroy": Section(
        claims: "A method destroys the instance, and the next access builds another.",
        testedIn: [.teardown, .reconstruct]),
      "V5 under MRC": Section(
        claims: "Under manual reference counting, retain and release do nothing, and nothing destroys the instance.",
        testedIn: [.overRelease]),
      "V5 weak": Section(
        claims: "On a weak variable the instance ends with its last user, and the next access builds another.",
        prints: "All results have one address, also after the last release.",
        testedIn: [.reacquire, .teardown, .reconstruct], lesson: "weak",
        remark: "Equal addresses prove nothing: in real Objective-C the last ones belong to another instance."),
      "summary": Section(
        claims: "However it is made, there is one instance; it is initialized once; and alloc and init are one step, or"
          + " another thread gets it between them.",
        testedIn: [.firstAccess], lesson: "published-early"),
    ])

  static let tutorial = Document(
    id: .tutorial, subject: "a tutorial in §1 to §5: lazy, eager, once token, manual reference counting, macro",
    origin: "title, author and address unknown",
    sections: [
      "introduction": Section(
        claims: "A property that is built lazily is unique in its owner, but two owners have two instances.",
        testedIn: [.firstAccess]),
      "§1 first listing": Section(
        claims: "An alloc that keeps its first result is enough for one thread; two threads may make two.",
        testedIn: [.firstAccess], lesson: "lazy"),
      "§1 second listing": Section(
        claims: "A lock in alloc solves this, but every call has to take it.",
        testedIn: [.firstAccess], lesson: "lock"),
      "§1 final version": Section(
        claims: "With a test before the lock, in alloc and in the accessor, and with a copy that returns the variable,"
          + " the lazy singleton is done.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction],
        lesson: "published-early"),
      "§1 accessor": Section(
        claims: "A test before the lock avoids taking the lock.",
        testedIn: [.firstAccess], lesson: "double-checked",
        remark: "The document has no such accessor without an alloc that stores too early."),
      "§1 copy": Section(
        claims: "A copy is a new object unless copying returns the variable.",
        testedIn: [.copy],
        remark: "In real Objective-C copy raises an exception, unless the class adopts copying, as the strategies do."),
      "§1 static": Section(
        claims: "A static local variable is one piece of memory that lives as long as a global one.",
        lesson: "storage"),
      "§1 extern": Section(
        claims: "If the global variable is not static, another file can set it to nil; then another instance is built.",
        testedIn: [.externalWrite]),
      "§2 load": Section(
        claims: "The load method runs once, before any other code allocates, so no lock is needed.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .reentrant], lesson: "eager"),
      "§2 initialize": Section(
        claims: "The initialize method runs once and only once, when the class is first used.",
        testedIn: [.firstAccess, .copy, .subclass, .subclassConstruction], lesson: "eager",
        remark: "In real Objective-C a child inherits it, and it runs again for the child."),
      "§3": Section(
        claims: "A once token in alloc and another in the accessor are simpler than locks, and the most used form.",
        testedIn: [.firstAccess, .mixedConstruction],
        remark: "As printed, the block of alloc calls alloc."),
      "§4": Section(
        claims:
          "Under manual reference counting, retain and release do nothing, so no caller can destroy the instance.",
        testedIn: [.firstAccess, .overRelease], lesson: "ownership",
        remark: "It builds on §3. A retain inside the first initializer, which would answer nil, is not modeled."),
      "§5 base class": Section(
        claims: "If all singletons inherit from one class, the second child gets the first child's instance.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance",
        remark: "The two classes that race are a parent and its child; in real Objective-C two siblings show the same."),
      "§5 macro": Section(
        claims: "A header with macros makes a singleton of any class, with and without automatic reference counting.",
        testedIn: [.firstAccess],
        remark: "The macros have the code of §3 and §4."),
    ])

  static let strict = Document(
    id: .strict, subject: "how to design a strict singleton",
    origin: "如何设计一个严格单例, author unknown; it refers to YouXianMing,"
      + " https://www.cnblogs.com/YouXianMing/p/4709209.html",
    sections: [
      "variable": Section(
        claims: "The instance is to be unique, so its variable has to be static.",
        lesson: "storage"),
      "first form": Section(
        claims:
          "A once token for the allocation and another for the accessor keep the instance unique, for threads, for"
          + " children, and for copies.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction], lesson: "alloc-init"),
      "final form": Section(
        claims: "Its state needs a separate initializer; the plain one raises an exception, and so does a child.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction]),
    ])

  static let twoPlans = Document(
    id: .twoPlans, subject: "the life of a singleton, and two plans against a second instance",
    origin: "title, author and address unknown",
    sections: [
      "memory": Section(
        claims: "A singleton is allocated in the global area when the program is compiled, and freed when it ends.",
        lesson: "storage",
        remark: "Only the variable is there. Real Objective-C agrees: the object is on the heap."),
      "first listing": Section(
        claims: "The recommended once token is not enough: alloc and new make other instances.",
        prints: "An access, a construction, and new have three addresses.",
        testedIn: [.firstAccess, .mixedConstruction], lesson: "alloc-init"),
      "plan 1": Section(
        claims: "If alloc and both copies return the shared instance, there is only one.",
        prints: "An access, a construction, and new have one address.",
        testedIn: [.mixedConstruction, .copy], lesson: "alloc-init",
        remark: "Addresses do not show that each construction initializes the instance again."),
      "plan 2": Section(
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
      "prose": Section(
        claims: "Two threads that find no instance both make one. A lock prevents that, at the cost of efficiency.",
        testedIn: [.firstAccess], lesson: "lock"),
      "Java listing": Section(
        claims: "With a volatile variable, double-checked locking is safe and fast.",
        testedIn: [.firstAccess], lesson: "acquire-release",
        remark: "The listing reads the variable again before it returns, and its constructor is private."),
      "questions": Section(
        claims: "Before you write a singleton, ask: can there be only one? May its memory stay forever? Would class"
          + " methods do? Could it be a property of another?",
        lesson: "injection",
        remark: "The lesson storage shows what stays in memory, and hidden-inputs what class methods can do."),
      "once token": Section(
        claims: "A snippet with a once token makes singletons easy to add, and easy to overuse.",
        testedIn: [.firstAccess], lesson: "once"),
      "hidden inputs": Section(
        claims: "A function that reads state hides what it depends on; a class method with parameters shows it.",
        lesson: "hidden-inputs"),
      "two consumers": Section(
        claims: "Two modules that do not know each other are coupled by the state of a singleton.",
        lesson: "hidden-inputs"),
      "test order": Section(
        claims: "A cache that is a singleton makes the order of test cases decide which of them pass.",
        lesson: "test-order"),
      "tearDown": Section(
        claims: "A logout that clears the variable works until old work calls the accessor, which builds another.",
        testedIn: [.firstAccess, .teardown, .reconstruct, .lateUse], lesson: "teardown"),
      "remedies": Section(
        claims: "All work has to end before the teardown, or be canceled.",
        lesson: "remedies"),
      "scope": Section(
        claims: "State that ends before the program does not belong in a singleton; one account may become several.",
        lesson: "teardown"),
      "injection": Section(
        claims: "A user owns the cache, and views receive the user. An old cache ends with its user.",
        testedIn: [.teardown, .lateUse], lesson: "injection"),
    ])
}
