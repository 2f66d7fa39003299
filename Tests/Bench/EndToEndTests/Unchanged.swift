/// The verdict on a timed row that has not changed. Counts of instructions of debug builds, such as that of the tests, are not
/// compared.
let unchanged = "same outcomes"
