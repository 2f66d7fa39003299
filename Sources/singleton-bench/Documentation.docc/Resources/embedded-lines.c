static const unsigned char SpinLockGuarded[] = {
#embed "../Strategies/Locking/SpinLockGuarded.swift"
};

  {"SpinLockGuarded", SpinLockGuarded, sizeof SpinLockGuarded},
