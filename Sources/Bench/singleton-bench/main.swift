import SingletonCommands
import SingletonCourse
import SingletonLitmus
import SingletonStrategies

CommandLineTool(
  name: "singleton-bench", version: CommandLineTool.harnessVersion, catalog: .standard,
  adding: [.litmus, .course(.standard)]
).runAndExit()
