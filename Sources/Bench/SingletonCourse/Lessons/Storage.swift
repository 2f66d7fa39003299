extension Lesson {
  private static let run = StorageDemo.run

  static let storage = Lesson(
    id: "storage", title: "Where a singleton lives: the variable and the object",
    closing: "two modules that a singleton couples, although they do not know each other.",
    activities: [
      .says(
        """
        A static variable lives as long as the program. One document concludes that the singleton itself is allocated \
        when the program is compiled, next to the global variables, and stays until the program ends. But a variable \
        of a class type contains only an address. Ask the system to which part of memory each of the two belongs:
        """),
      .showsFile(
        "SingletonCourse/Journal", idea: "a static variable, and the addresses of the variable and its object"),
      .asks(
        "Where are the two, once there is a journal?",
        .wrong("both in static storage"), .wrong("both on the heap"),
        .right("the variable in static storage, the object on the heap")),
      .demonstrates("The program looks at its own addresses:") { run.findings },
      .claims(
        "the variable is in static storage, at one address, with or without an object",
        .demonstration(expected: "one address in static storage", got: run.variable)),
      .claims(
        "there is no object before the first access", .demonstration(expected: "no object", got: run.before.object)),
      .claims(
        "the object is on the heap, like any other object",
        .demonstration(expected: "the object is on the heap", got: run.during.object)),
      .claims(
        "the object ends with its last reference, long before the program does",
        .demonstration(expected: "the object's end", got: run.hasEnded ? "the object's end" : "an object that lives on")
      ),
      .answers(
        """
        The word static belongs to the variable. It says that there is one variable; it does not say that there is one \
        object. What keeps the object alive is the reference in the variable, and a line that stores nil there ends \
        it. There is an exception: in a release build, Swift can lay out the object of a static let in static storage, \
        if all of its fields are constants.
        """),
      .asks(
        "The variable is set to nil while a caller still holds the object. Where is the object then?",
        .wrong("gone"), .right("on the heap, as before, until the caller lets go"), .wrong("in static storage")),
      .answers(
        """
        The variable was one reference, the caller's is another. The next access finds nil and makes a second \
        object, and both are alive: two instances, without any race.
        """),
    ])
}
