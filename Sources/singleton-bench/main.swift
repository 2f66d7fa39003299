import SingletonCommands
import SingletonLessons
import SingletonStrategies

CommandLineTool(
  name: "singleton-bench", version: CommandLineTool.harnessVersion, catalog: .standard, course: .standard
).runAndExit()
