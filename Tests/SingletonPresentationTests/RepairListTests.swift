import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import Testing

@Suite struct `The list of repairs` {
  private func row(
    _ verdict: CheckVerdict, _ scenario: Scenario = .firstAccess, found: Set<Defect> = [], hasTimedWaits: Bool = false
  ) -> CheckRow {
    var row = CheckRow(strategy: "lazy", scenario: scenario, threads: 2, model: .rc11, expected: .sound)
    (row.verdict, row.found, row.executions, row.hasTimedWaits) = (verdict, found, 7, hasTimedWaits)
    return row
  }

  private func attempt(_ kind: RepairRow.Kind, _ row: CheckRow, others: [CheckRow] = []) -> RepairRow.Attempt {
    RepairRow.Attempt(kind, place: "Lazy.swift:3", change: "load relaxed -> acquire", row: row, others: others)
  }

  private func text(_ row: CheckRow, _ attempts: RepairRow.Attempt...) -> String {
    var repair = RepairRow(row)
    repair.attempts = attempts
    return RepairList([repair]).text(width: 1_000).replacing("\n", with: " ")
  }

  @Test func `a repair has its place, the numbers of its proof, and what it keeps or breaks elsewhere`() {
    let text = text(
      row(.refuted, found: [.instances]),
      attempt(.atomic, row(.refuted, found: [.instances])),
      attempt(
        .lock, row(.proved, found: [.inits], hasTimedWaits: true),
        others: [row(.proved, .copy), row(.refuted, .reentrant, found: [.hang])]))
    #expect(
      text.contains(
        "  one lock: Lazy.swift:3, load relaxed -> acquire: proved, 2 threads, rc11, 7 executions, if no wait times out"
          + " while another thread can continue; built more than once; still proved: copy; no longer proved but refuted: reentrant,"
          + " waits forever  "), "\(text)")
    #expect(!text.contains("atomic") && text.contains("times out only if no thread can take another step"))
    #expect(text.contains("1 row: 1 refuted; 1 of the refuted proved with a single edit."))
  }

  @Test func `edits that do not prove a row are counted by their kinds, and those that might are named`() {
    let broken = row(.refuted, found: [.instances])
    let decided = text(broken, attempt(.order, broken), attempt(.order, broken), attempt(.look, broken))
    #expect(decided.contains("no single edit of these proves it: 2 orders, 1 look inside  "), "\(decided)")
    #expect(decided.contains("0 of the refuted proved"))
    let open = text(broken, attempt(.storedOnce, row(.undecided)), attempt(.lock, broken))
    #expect(
      open.contains(
        "no single edit of these is known to prove it: 1 variable stored once, 1 lock; 1 edit not decided: 7 executions"
          + " explored, and there are more"), "\(open)")
  }

  @Test func `the assumption on time limits is stated for a scenario that stays proved`() {
    let stillProved = row(.proved, .copy, hasTimedWaits: true)
    let text = text(row(.refuted, found: [.instances]), attempt(.lock, row(.proved), others: [stillProved]))
    #expect(
      text.contains("times out only if no thread can take another step") && !text.contains("if no wait times out"))
  }

  @Test func `a proved row has nothing to repair`() {
    let text = text(row(.proved))
    #expect(text.contains("proved   nothing to repair  ") && text.contains("1 row: 1 proved."), "\(text)")
    #expect(!text.contains("Each edit"))
  }
}
