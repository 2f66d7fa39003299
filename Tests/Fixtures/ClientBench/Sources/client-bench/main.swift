import ClientStrategies
import SingletonBench

CommandLineTool(name: "client-bench", catalog: .client).runAndExit()
