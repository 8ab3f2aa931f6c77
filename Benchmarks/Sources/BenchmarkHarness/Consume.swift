/// Takes a value so that the compiler cannot leave out the work that led to it.
@inline(never)
@_optimize(none)
public func consume(_ value: Int) {}
