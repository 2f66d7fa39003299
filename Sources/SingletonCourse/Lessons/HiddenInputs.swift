extension Lesson {
  private static let run = CouplingDemo.run

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
      .showsFile(ShownSource("Pricing", idea: "a shop's settings, two modules that use them, and a function")),
      .asks(
        "A clerk opens a preview of an export. Then a domestic customer buys goods worth 100. What is the total?",
        .wrong("120: the preview has nothing to do with it"), .right("100"),
        .wrong("that depends on which thread is faster")),
      .demonstrates(Demonstration(title: "The total of 100, computed four times:", findings: { run.findings })),
      .claims(
        "the same call returns a different total after another module has run",
        .demonstration(
          expected: "120, then 100", got: "\(run.before.withSingleton), then \(run.after.withSingleton)",
          run.before.withSingleton == 120 && run.after.withSingleton == 100)),
      .claims(
        "with parameters, nothing else changes the total",
        .demonstration(
          expected: "120 twice", got: "\(run.before.withParameters), then \(run.after.withParameters)",
          run.before.withParameters == 120 && run.after.withParameters == 120)),
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
