import SingletonStrategyKit

extension Document {
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
        claims: "Its state needs an initializer of its own; the plain one raises an exception, and so does a child.",
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
        claims: "A user owns the cache, and views receive the user. What is old ends by itself.",
        testedIn: [.teardown, .lateUse], lesson: "injection"),
    ])
}
