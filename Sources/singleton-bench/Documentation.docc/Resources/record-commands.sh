scripts/record-golden SingletonCommandsTests
git diff Tests
