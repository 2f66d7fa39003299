/// The strategies that the documents show, in their order.
extension DeclaredRow {
  static let ofDocuments = unsynchronizedAndLocking + withOnceTokens + withClasses + withLifetimes

  private static let unsynchronizedAndLocking = [
    DeclaredRow(
      "unsynchronized-lazy",
      [.firstAccess: "defect:instances;may:nil_results", .mixedConstruction: "defect:instances"]),
    DeclaredRow(
      "unsynchronized-alloc",
      [
        .firstAccess: "defect:instances+reinits", .mixedConstruction: "defect:instances+reinits",
        .copy: "defect:instances+reinits",
      ]),
    DeclaredRow("synchronized-lazy", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("synchronized-alloc", [.firstAccess: "defect:reinits", .mixedConstruction: "defect:reinits"]),
    DeclaredRow(
      "synchronized-redirect",
      [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .copy: "sound", .overRelease: "sound"]),
    DeclaredRow(
      "inherited-synchronized",
      [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .subclass: "defect:instances+wrong_class"]),
    DeclaredRow("double-checked-lock", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow(
      "double-checked-alloc",
      [
        .firstAccess: "defect:half_built", .mixedConstruction: "defect:reinits+half_built",
        .copy: "defect:half_built", .subclass: "defect:instances+wrong_class",
      ]),
    DeclaredRow("double-checked-lock-acquire", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
  ]

  private static let withOnceTokens = [
    DeclaredRow(
      "once-token",
      [
        .firstAccess: "sound", .mixedConstruction: "defect:instances", .copy: "defect:instances",
        .overRelease: "defect:used_after_destroy", .subclass: "defect:wrong_class",
      ]),
    DeclaredRow(
      "once-token-alloc",
      [
        .firstAccess: "sound", .mixedConstruction: "defect:reinits", .copy: "sound",
        .subclass: "defect:wrong_class", .overRelease: "defect:used_after_destroy",
      ]),
    DeclaredRow("once-token-nested", [.firstAccess: "trap", .mixedConstruction: "trap"]),
    // The copy adds nothing, but the accessor before it has initialised twice already.
    DeclaredRow(
      "once-token-twice",
      [.firstAccess: "defect:reinits", .mixedConstruction: "defect:reinits", .copy: "defect:reinits"]),
    DeclaredRow(
      "once-two-tokens", [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .copy: "sound"]),
    DeclaredRow(
      "once-strict",
      [
        .firstAccess: "sound", .mixedConstruction: "sound;may:refused", .copy: "sound",
        .subclass: "sound;may:refused",
      ]),
    DeclaredRow("constructor-unavailable", [.firstAccess: "sound"]),
  ]

  private static let withClasses = [
    DeclaredRow("eager-load", [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .copy: "sound"]),
    DeclaredRow(
      "class-initialize",
      [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .subclass: "defect:reinits+wrong_class"]),
    DeclaredRow(
      "retain-count-overridden",
      [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .overRelease: "sound"]),
    DeclaredRow(
      "inherited-once",
      [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .subclass: "defect:wrong_class"]),
    DeclaredRow("subclass-once-recursive", [.firstAccess: "sound", .subclass: "trap"]),
    DeclaredRow(
      "per-class-once", [.firstAccess: "sound", .mixedConstruction: "defect:reinits", .subclass: "sound"]),
    DeclaredRow("init-guarded", [.firstAccess: "sound", .mixedConstruction: "sound", .subclass: "sound"]),
  ]

  private static let withLifetimes = [
    DeclaredRow(
      "weak-once", [.firstAccess: "sound", .mixedConstruction: "sound", .reacquire: "defect:nil_results"]),
    DeclaredRow("semaphore-guarded", [.firstAccess: "sound", .mixedConstruction: "sound"]),
    DeclaredRow("semaphore-guarded-inherited", [.subclass: "defect:half_built+wrong_class"]),
    DeclaredRow(
      "semaphore-immortal", [.firstAccess: "sound", .mixedConstruction: "sound", .overRelease: "sound"]),
    DeclaredRow(
      "semaphore-destroyable",
      [.firstAccess: "sound", .mixedConstruction: "sound", .teardown: "defect:used_after_destroy+live_max"]),
    DeclaredRow(
      "weak",
      [
        .firstAccess: "sound", .mixedConstruction: "sound",
        .reacquire: "defect:nil_results+live_max;may:used_after_destroy", .teardown: "defect:live_max",
      ]),
    DeclaredRow(
      "weak-locked-read", [.firstAccess: "sound", .mixedConstruction: "sound", .reacquire: "defect:live_max"]),
    DeclaredRow(
      "teardown-lazy",
      [
        .firstAccess: "defect:instances", .mixedConstruction: "defect:instances",
        .teardown: "defect:live_max;may:nil_results,used_after_destroy", .lateUse: "defect:instances",
      ]),
    DeclaredRow(
      "exposed-global",
      [
        .firstAccess: "defect:half_built", .mixedConstruction: "defect:reinits+half_built",
        .externalWrite: "defect:instances;may:nil_results,used_after_destroy,live_max",
      ]),
    DeclaredRow("lazy-property", [.firstAccess: "defect:instances", .mixedConstruction: "defect:instances"]),
    DeclaredRow(
      "scoped-owner",
      [.firstAccess: "sound", .mixedConstruction: "defect:instances", .teardown: "sound", .lateUse: "sound"]),
  ]
}
