#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// TLS on 127.0.0.1 in front of a server that speaks plain HTTP, with a certificate of its own making.
    ///
    /// What comes through is what the server behind has heard. It ends with this object, or else with its input,
    /// which ends with this process.
    final class TLSServer {
        /// Where clients connect.
        let port: UInt16
        /// The certificate, which is its own authority, as a file.
        let certificate: String

        private let folder: URL
        private let process = Process()
        private let input = Pipe()

        /// Whether the tools are there that it is made of.
        static let isAvailable = Tools.path(of: "openssl") != nil && Tools.path(of: "python3") != nil

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - server: the server behind it.
        ///   - names: the names in the certificate, such as `DNS:licenses.test`.
        init(before server: RawServer, names: String) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("keylight-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            certificate = folder.appendingPathComponent("certificate.pem").path
            let key = folder.appendingPathComponent("key.pem").path
            try Tools.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                    "-days", "2", "-subj", "/CN=Keylight tests", "-addext", "subjectAltName=\(names)",
                ]
            )
            process.executableURL = URL(fileURLWithPath: Tools.path(of: "python3") ?? "/nonexistent")
            process.arguments = ["-c", Self.script, certificate, key, "\(server.port)"]
            let output = Pipe()
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            guard let port = UInt16(line.split(separator: "\n").first ?? "") else {
                throw Tools.Failure(tool: "python3", output: line)
            }
            self.port = port
        }

        deinit {
            // Not by SIGTERM: the script may have inherited a thread's mask, which holds it back.
            kill(process.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }

        private static let script = """
            import select, socket, ssl, sys, threading

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)

            def serve(raw):
                try:
                    with context.wrap_socket(raw, server_side=True) as client, \\
                            socket.create_connection(("127.0.0.1", int(sys.argv[3]))) as server:
                        while True:
                            ready = [client] if client.pending() else select.select([client, server], [], [])[0]
                            for end in ready:
                                data = end.recv(65536)
                                if not data: return
                                (server if end is client else client).sendall(data)
                except OSError:
                    raw.close()

            def accept():
                while True:
                    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

            threading.Thread(target=accept, daemon=True).start()
            sys.stdin.read()
            """
    }

    extension Trait where Self == ConditionTrait {
        /// Skips where there is nothing to make a TLS server of.
        static var hasTLSServer: Self {
            .enabled(if: TLSServer.isAvailable, "a TLS server needs the programs openssl and python3")
        }
    }
#endif
