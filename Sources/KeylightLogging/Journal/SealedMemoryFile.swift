#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// A file in memory that nobody can change any more, which is the only kind that the journal accepts.
    struct SealedMemoryFile {
        let descriptor: Int32

        /// The kernel's numbers from `linux/memfd.h` and `linux/fcntl.h`, which the C library's module leaves out.
        private enum Kernel {
            static let closeOnExec: UInt32 = 0x1  // MFD_CLOEXEC
            static let allowSealing: UInt32 = 0x2  // MFD_ALLOW_SEALING
            static let addSeals: Int32 = 1_033  // F_ADD_SEALS
            static let allSeals: Int32 = 0x1 | 0x2 | 0x4 | 0x8  // F_SEAL_SEAL, _SHRINK, _GROW, _WRITE
        }

        /// Makes a file that holds the bytes; nil where the system gives none.
        init?(_ bytes: [UInt8]) {
            guard let create = Self.create else { return nil }
            descriptor = create("keylight-journal", Kernel.closeOnExec | Kernel.allowSealing)
            guard descriptor >= 0 else { return nil }
            guard
                Self.write(bytes, to: descriptor),
                fcntl(descriptor, Kernel.addSeals, Kernel.allSeals) == 0
            else {
                close()
                return nil
            }
        }

        /// `memfd_create`, looked up because the C library's module leaves it out; nil in a C library without it.
        private static let create: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32)? =
            dlsym(nil, "memfd_create").map { address in
                unsafeBitCast(address, to: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32).self)
            }

        /// Gives the descriptor back; the journal has its own by then.
        func close() {
            closeDescriptor(descriptor)
        }

        private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
            let output = FileDescriptorOutput(fileDescriptor: descriptor)
            var writer = LineWriter(write: { output.write($0) }, waitUntilWritable: { false })
            writer.writeLine(bytes)
            return writer.lostCount == 0
        }
    }

    /// The system's `close`, under a name that the method above does not hide.
    private func closeDescriptor(_ descriptor: Int32) {
        close(descriptor)
    }
#endif
