// The types that a strategy uses, and those of its declarations, so that one import suffices.

@_exported import SingletonStrategyKit

@_exported import enum SingletonCore.Defect
@_exported import struct SingletonCore.Expectation
@_exported import struct SingletonCore.Scenario
