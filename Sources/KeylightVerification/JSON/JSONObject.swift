/// The members of a JSON object in the order of the text; each name occurs once.
package struct JSONObject: Sendable, Equatable {
    /// One member.
    package struct Member: Sendable, Equatable {
        /// Its name, escapes resolved.
        package var name: String
        /// Its value.
        package var value: JSONValue

        /// Makes a member.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members in the order of the text.
    package var members: [Member]

    /// Makes an object.
    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The member of that name; nil when there is none.
    ///
    /// Names are compared byte by byte: Swift's `String` takes a composed `é` for `e` with an accent, JSON
    /// does not.
    package subscript(name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
