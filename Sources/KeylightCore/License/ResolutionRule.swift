/// The rule of the resolver that made a verdict; the first that matches wins.
public enum ResolutionRule: Int, Sendable, Hashable, CaseIterable {
    /// Nothing could be decided, since the store could not be read.
    case undetermined = 0
    /// The server's explicit no is on record.
    case storedDenial = 1
    /// A trusted, bound lease with status `active` is within its time and the offline cap.
    case usableLease = 2
    /// A trusted, bound lease says `fallback` or `expired`.
    case leaseStatus = 3
    /// A key is stored, but no lease that could be used.
    case keyWithoutUsableLease = 4
    /// A trial has days left.
    case trial = 5
    /// The product has a free tier.
    case freeTier = 6
    /// None of the others.
    case nothingHeld = 7
}
