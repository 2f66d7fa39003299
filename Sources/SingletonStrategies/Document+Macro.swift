import SingletonStrategyKit

extension Document {
  static let macro = Document(
    id: .macro, subject: "a singleton as a macro for Objective-C, in versions V1 to V5",
    origin: "老生常谈的单例, by AlexLee002, https://juejin.im/post/5cb067676fb9a0688360f987, 2019; read in a reprint",
    sections: [
      Section(
        "V1",
        claims: "A once token around alloc and init is what most code has, but others may call alloc and init too.",
        prints: "Two accesses have one address, and two constructions have two others.",
        testedIn: [.firstAccess, .mixedConstruction], lesson: "alloc-init"),
      Section(
        "V2",
        claims: "Apple's old sample locks the accessor, makes alloc return the shared instance, and empties retain and"
          + " release.",
        testedIn: [.firstAccess, .mixedConstruction, .copy, .overRelease], lesson: "lock"),
      Section(
        "V2 under ARC",
        claims: "The same under automatic reference counting is perfect.",
        prints: "Two accesses and two constructions have one address.",
        testedIn: [.firstAccess, .mixedConstruction, .copy],
        remark: "Addresses do not show that each construction initializes the instance again."),
      Section(
        "V2 with a child",
        claims: "A child that adds no methods inherits the accessor, and is never built.",
        prints: "Accesses and constructions of parent and child all give the parent's instance.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance"),
      Section(
        "V2 completed child",
        claims: "With its own accessor and alloc, the child has its own instance.",
        prints: "A crash: the child's accessor enters dispatch_once inside its own block.",
        testedIn: [.subclass, .subclassConstruction], lesson: "inheritance"),
      Section(
        "V3",
        claims: "If alloc is intercepted for exactly one class, each class has its instance, but each construction"
          + " initializes it again.",
        prints: "One address for each class, and a report of the initializer for each construction.",
        testedIn: [.mixedConstruction, .subclass, .subclassConstruction], lesson: "inheritance"),
      Section(
        "V4",
        claims: "If a semaphore guards init, which runs the class's own part once, no state is lost. A child's part"
          + " calls its parent's.",
        prints: "The own part of each class runs once; if the child calls its parent's, that runs in the child too.",
        testedIn: [.mixedConstruction, .subclass, .subclassConstruction, .mutualInitialization], lesson: "alloc-init",
        remark: "A child that forgets its parent's part is not modeled: Objective-C's compiler warns of it."),
      Section(
        "V4 swizzling",
        claims: "The guard could also replace init at run time, from the load method of a category; that is risky.",
        remark: "No strategy does it. In real Objective-C the load method of every category runs, and the replaced init"
          + " is guarded as well as V4's."),
      Section(
        "V4 weak",
        claims: "On a weak variable the instance would end with its last user, but a once token builds no other.",
        prints: "Two accesses and two constructions have one address; after the last release, both give null.",
        testedIn: [.firstAccess, .reacquire, .reconstruct], lesson: "weak",
        remark: "The document does not print this accessor. Both strategies behave as printed; V4's own accessor would"
          + " answer null from the first access on."),
      Section(
        "V5",
        claims: "With a semaphore in place of the token, the singleton is complete.",
        testedIn: [.firstAccess, .mixedConstruction, .copy]),
      Section(
        "V5 limit",
        claims: "A wait of ten seconds means a deadlock, and fails an assertion.",
        testedIn: [.reentrant], lesson: "re-entry",
        remark: "It is a trap if the exception is not caught, a refusal if it is, and nil in a release build."),
      Section(
        "V5 in both classes",
        claims: "If parent and child both use the macro, each has its own instance.",
        testedIn: [.subclass, .subclassConstruction, .mutualInitialization]),
      Section(
        "V5 bare child",
        claims: "A child that does not use the macro gets its parent's instance.",
        prints: "A warning that the instance is not the one that is expected.",
        testedIn: [.subclass, .subclassConstruction]),
      Section(
        "V5 destroy",
        claims: "A method destroys the instance, and the next access builds another.",
        testedIn: [.teardown, .reconstruct]),
      Section(
        "V5 under MRC",
        claims: "Under manual reference counting, retain and release do nothing, and nothing destroys the instance.",
        testedIn: [.overRelease]),
      Section(
        "V5 weak",
        claims: "On a weak variable the instance ends with its last user, and the next access builds another.",
        prints: "All results have one address, also after the last release.",
        testedIn: [.reacquire, .teardown, .reconstruct], lesson: "weak",
        remark: "Equal addresses are no proof: in real Objective-C the last ones belong to another instance."),
      Section(
        "summary",
        claims: "However it is made, there is one instance; it is initialized once; and alloc and init are one step, or"
          + " another thread gets it between them.",
        testedIn: [.firstAccess], lesson: "published-early"),
    ])
}
