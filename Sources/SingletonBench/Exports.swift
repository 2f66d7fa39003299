// What a strategy is written against, and what it declares, so that one import suffices.

@_exported import StrategyKit

@_exported import enum Core.Defect
@_exported import struct Core.Expectation
@_exported import struct Core.Scenario
