// The use of the SDK in a SwiftUI app, as the documentation shows it.
import Keylight
import SwiftUI

@main
struct ExampleApp: App {
    @State private var manager: LicenseManager
    @Environment(\.scenePhase) private var scenePhase

    init() { fatalError("stubs do not run") }

    init(configuration: KeylightConfiguration) {
        manager = LicenseManager(configuration: configuration)
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
                .environment(manager)
                .task { await manager.checkOnLaunch() }
                .onChange(of: scenePhase) { _, phase in
                    if phase == .active { Task { await manager.refreshIfNeeded() } }
                }
        }
    }
}

struct ContentView: View {
    @Environment(LicenseManager.self) private var manager

    var body: some View {
        VStack {
            if manager.isEntitled {
                Text("Licensed")
            } else {
                Button("Check again") { Task { try await manager.refresh() } }
            }
            if let error = manager.activationError {
                Text(verbatim: "\(error)")
            }
        }
    }
}
