import Outcomes
