#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemFileOperations {
    func names(in directory: String) throws(SystemErrorCode) -> [String] {
        guard let stream = opendir(directory) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // The end and an error look alike but for this.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { characters in
                String(cString: UnsafeRawPointer(characters).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }
}
