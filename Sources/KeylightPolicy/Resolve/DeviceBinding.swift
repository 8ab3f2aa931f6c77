public import KeylightCore

/// Whether a stored license still is where it was activated.
///
/// A machine's id is only a hint: reading it fails now and then, and a new mainboard or a system update can change
/// it. So it takes two witnesses to say that a record was carried to another machine: the id is another one, and
/// the files are other files. Where the store cannot tell its place the id alone has to do.
public enum DeviceBinding: Sendable, Hashable {
    /// It is, or nothing says otherwise.
    case held
    /// The machine's id is another one, but these are the very files: the same machine under a new id.
    case machineRenamed
    /// It is a copy on another machine.
    case moved

    /// Judges a record.
    ///
    /// - Parameters:
    ///   - origin: where it was activated; nil for a record that does not say.
    ///   - machineHash: this machine's hash; nil when it cannot be read now.
    ///   - place: the store's place; nil when the store cannot tell.
    public static func judge(_ origin: RecordOrigin?, machineHash: String?, place: String?) -> DeviceBinding {
        guard let origin, let machineHash, origin.machineHash != machineHash else { return .held }
        if let known = origin.place, known == place { return .machineRenamed }
        return .moved
    }
}
