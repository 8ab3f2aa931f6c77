/// Keeps what could not be understood, under the next free number: the newest three of a kind.
///
/// The numbers grow, so that order needs neither a clock nor the files' own dates, which a restored backup
/// brings along from long ago. Only to be used while the store is locked.
struct Quarantine {
    /// How many are kept of each kind: enough to see whether something happens again and again.
    static let keptCount = 3

    enum Kind: String, CaseIterable {
        case record = "license.corrupt-"
        case secret = "secret.corrupt-"
    }

    let folder: StoreFolder
    let fileSystem: FileSystem

    /// Moves a file aside and removes the oldest beyond the limit.
    ///
    /// - Returns: the file's new name.
    func take(_ path: String, as kind: Kind) throws(FileFailure) -> String {
        let numbers = try numbers(of: kind)
        let name = kind.rawValue + String((numbers.max() ?? 0) + 1)
        try fileSystem.rename(path, to: folder.path(name))
        fileSystem.settle(folder.directory)
        // The new one is the newest; of the others as many stay as there is room beside it.
        for number in numbers.sorted(by: >).dropFirst(Self.keptCount - 1) {
            try? fileSystem.remove(folder.path(kind.rawValue + String(number)))
        }
        return name
    }

    /// Removes all that was ever moved aside.
    func removeAll() throws(FileFailure) {
        for kind in Kind.allCases {
            for number in try numbers(of: kind) {
                try fileSystem.remove(folder.path(kind.rawValue + String(number)))
            }
        }
    }

    /// The numbers in use; a name that we would not have given is somebody else's and does not count.
    private func numbers(of kind: Kind) throws(FileFailure) -> [UInt32] {
        try fileSystem.names(in: folder.directory).compactMap { name in
            guard name.hasPrefix(kind.rawValue) else { return nil }
            let suffix = name.dropFirst(kind.rawValue.count)
            guard suffix.count <= 9, let number = UInt32(suffix), String(number) == suffix else { return nil }
            return number
        }
    }
}
