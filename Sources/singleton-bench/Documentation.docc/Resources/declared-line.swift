extension DeclaredRow {
  static let beyondDocuments = [
    // ...
    DeclaredRow("spin-flag", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("spin-lock", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("pthread-once", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    // ...
  ]
}
