import Outcomes

/// What was counted, and what it means against what was declared.
extension StressColumns {
  static let ofCounts: [Column<StressRow>] = [
    count("trials", "Fresh cells that all threads went through.", .trials),
    count("accesses", "Completed calls: accesses, constructions and copies.", .accesses),
    count("violating_trials", "Trials that broke the scenario's promise, whatever was declared.", .violatingTrials),
    real(
      "violation_rate", "Violating trials among all trials, 0 to 1; empty without a trial.", { $0.violationRate = $1 },
      .significant(6)
    ) {
      $0.measured?.tally.violationRate
    },
    count("instances_max", "Most different instances in one trial.", .instancesMax),
    count("instances", "Different instances, summed over the trials.", .instances),
    count("inits", "Entries into the initialiser's custom part.", .inits),
    integer(
      "init_reentries", "Entries into the initialiser beyond one for each lifetime.",
      .integer({ $0.initReentries = $1 })
    ) {
      $0.measured?.tally.initReentries
    },
    count("reinits", "Entries on an instance that had been initialised before: its state is lost.", .reinits),
    count("nested_inits", "Entries while the same thread is inside an initialiser of the same cell.", .nestedInits),
    count("half_built", "Accesses whose result was not finished, or had a wrong payload.", .halfBuilt),
    count("nil_results", "Accesses that returned nil.", .nilResults),
    count("wrong_class", "Accesses whose result was of another class than the one asked.", .wrongClass),
    count("used_after_destroy", "Accesses and uses that met a destroyed instance.", .usedAfterDestroy),
    count("live_max", "Most instances alive at one time in one cell.", .liveMax),
    count("deinits", "Instances that came to their end.", .deinits),
  ]

  static let ofGrade: [Column<StressRow>] = [
    text(
      "expected", "What is declared: sound, defect:a+b, defect:a|b, trap or hang, then ;may:a,b if more is allowed.",
      .spelled({ $0.expected = $1 }, expected: "sound, defect:a+b, defect:a|b, trap or hang, then perhaps ;may:a,b")
        .required
    ) {
      $0.expected.description
    },
    text(
      "grade", "The outcome against the declaration: held, shown, not-shown or broken; empty where nothing ran.",
      .word({ $0.grade = $1 }).required
    ) {
      $0.grade?.rawValue
    },
  ]
}
