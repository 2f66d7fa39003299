import SingletonCommands
import SingletonCourse
import SingletonStrategies

CommandLineTool(
  name: "singleton-bench", version: CommandLineTool.harnessVersion, catalog: .standard,
  adding: [.course(.standard)]
).runAndExit()
