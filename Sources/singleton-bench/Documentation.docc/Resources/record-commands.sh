scripts/record-golden CommandsTests
git diff Tests
