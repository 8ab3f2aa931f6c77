/// The files in which Linux keeps the machine's name.
struct MachineIdentifierFile {
    /// Where to look, in order.
    var paths: [String]

    /// systemd's file, then D-Bus's older one.
    static let standard = MachineIdentifierFile(paths: ["/etc/machine-id", "/var/lib/dbus/machine-id"])

    /// The first file that holds anything; what it holds is judged by whoever hashes it.
    func read(_ contents: (String) -> String?) -> String? {
        for path in paths {
            if let text = contents(path), text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return nil
    }
}
