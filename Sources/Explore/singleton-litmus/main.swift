import SingletonArgumentParsing
import SingletonLitmus
import SingletonPlatform

prepareProcess()
exit(LitmusCommand().main(Array(commandLineArguments().dropFirst())).rawValue)
