// error: inheritance from a final class 'Settings'
class Child: Settings {}
