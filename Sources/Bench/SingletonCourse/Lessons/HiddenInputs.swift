extension Lesson {
  /// The totals before and after another module has run. The singleton keeps what it has set, so this runs once.
  private static let (before, after) = {
    let before = Totals()
    ExportPreview().open()
    return (before, Totals())
  }()

  static let hiddenInputs = Lesson(
    id: "hidden-inputs", title: "Two modules that a singleton couples",
    closing: "state that leaks from one test into the next.",
    activities: [
      .says(
        """
        A singleton is a global variable with an accessor, and whatever it stores is an input of every function that \
        reads it. No signature shows it. Here are two modules that do not know each other, and then the same \
        computation as a function whose inputs are its parameters:
        """),
      .showsFile("SingletonCourse/Pricing", idea: "a shop's settings, two modules that use them, and a function"),
      .asks(
        "A clerk opens a preview of an export. Then a domestic customer buys goods worth 100. What is the total?",
        .wrong("120: the preview has nothing to do with it"), .right("100"),
        .wrong("that depends on which thread is faster")),
      .demonstrates("The total of 100, computed four times:") {
        [
          ("the checkout alone", before.withSingleton), ("after a preview was opened", after.withSingleton),
          ("with parameters", before.withParameters), ("with parameters, after the preview", after.withParameters),
        ].map { ($0, "100 becomes \($1)") }
      },
      .claims(
        "the same call returns a different total after another module has run",
        .demonstration(expected: "120, then 100", got: "\(before.withSingleton), then \(after.withSingleton)")),
      .claims(
        "with parameters, nothing else changes the total",
        .demonstration(expected: "120, then 120", got: "\(before.withParameters), then \(after.withParameters)")),
      .answers(
        """
        There is one instance, and a lock guards each access: as a singleton it is perfect. The modules are coupled \
        all the same, and nothing in either of them shows it. With more threads the preview can come between any two \
        lines of the checkout. Often the state is not needed: make the function a static method, and pass it what it \
        needs. If the state is needed, let one object own it and pass that.
        """),
      .asks(
        "What tells a reader of the checkout that it depends on the preview?",
        .wrong("its parameters"), .wrong("the lock"), .right("nothing in it")),
      .answers(
        """
        What comes through parameters can be seen at the call. What comes through a global can be seen only by \
        reading everything that may write it.
        """),
    ])
}

/// The totals that a customer sees.
private struct Totals {
  let withSingleton = Checkout().total(of: 100)
  let withParameters = Price.total(of: 100, taxPercent: 20)
}
