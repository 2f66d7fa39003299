import CheckedClasses
import SingletonCheck

let journalChecks: [NamedCheck] = [
  (
    "text-under-lock",
    journal(false, [{ $0.write("one more line of text") }, { $0.length() }]) { [0, 21].contains($0[1]) }
  ),
  ("long-text-under-lock", journal(true, [{ $0.write("more") }, { $0.length() }]) { [32, 36].contains($0[1]) }),
  ("two-texts", journal(false, [{ $0.write("four") }, { $0.write("and") }]) { $0.max() == 7 }),
  ("text-of-copy", journal(true, [{ $0.write("more") }, { $0.lengthOfCopy() }]) { [32, 36].contains($0[1]) }),
  ("text-without-lock", journal(false, [{ $0.writeWithoutLock("four") }, { $0.length() }]) { _ in true }),
  (
    "text-in-two-sections",
    journal(false, [{ $0.writeIfShort("four") }, { $0.writeIfShort("more") }]) { $0.max()! < 8 }
  ),
]

private func journal(
  _ isLong: Bool, _ roles: [(borrowing Journal) -> Int], expecting isExpected: @escaping ([Int]) -> Bool
) -> Check {
  { try check(threads: $0, under: $1, fresh: { Journal(isLong: isLong) }, roles: roles) { isExpected($1) } }
}
