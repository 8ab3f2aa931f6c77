public import KeylightCore
import KeylightCrypto

/// Keeps the record in one sealed file, shared by all processes of the user.
///
/// Every write replaces the file as a whole: a process that is killed at any instant, or a machine that loses
/// power, leaves the old record or the new one. Reading, changing and writing is one transaction under a lock
/// that all processes honour. The seal keeps honest users honest and detects damage; what licenses is the
/// server's signature inside, not the seal.
///
/// ```swift
/// let directory = try DefaultStoreLocation.directory(
///     tenant: tenant, product: product, environment: ProcessInfo.processInfo.environment)
/// let store = try SealedFileStore(directory: directory, tenant: tenant, product: product)
/// ```
///
/// The files and their formats are described in `Docs/Storage.md`.
public struct SealedFileStore: LeaseStore {
    /// Where the files are.
    public let directory: String

    let folder: StoreFolder
    let fileSystem: FileSystem
    let seal: RecordSeal
    let key: any RecordKey
    /// What opened the record last, or sealed it.
    let knownKey = Locked<KnownKey?>(nil)
    /// Whether the last write of this store, which is to say of this process, went well.
    let hasWritten = Locked(false)

    /// Makes a store for one product; touches nothing yet.
    ///
    /// - Parameters:
    ///   - directory: an absolute path, for this product alone. It is made, for the user only, at the first
    ///     write. It may lead through symbolic links; the files in it must be none.
    ///   - tenant: the vendor's name at the service.
    ///   - product: the product's name at the service; a record of another product does not open.
    /// - Throws: ``StoreLocationError`` when the path is not absolute or holds a NUL.
    public init(
        directory: String,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier
    ) throws(StoreLocationError) {
        try self.init(
            directory: directory,
            tenant: tenant,
            product: product,
            operations: SystemFileOperations(),
            key: DerivedRecordKey()
        )
    }

    init(
        directory: String,
        tenant: ServiceIdentifier,
        product: ServiceIdentifier,
        operations: any FileOperations,
        key: any RecordKey
    ) throws(StoreLocationError) {
        guard directory.hasPrefix("/") else { throw .notAbsolute(directory) }
        guard !directory.utf8.contains(0) else { throw .containsNull }
        self.directory = directory
        folder = StoreFolder(directory: directory)
        fileSystem = FileSystem(operations: operations)
        seal = RecordSeal(tenant: tenant, product: product)
        self.key = key
    }
}
