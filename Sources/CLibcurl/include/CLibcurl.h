// One HTTP exchange over the system's libcurl, which is looked up in its runtime library when it is first needed.
// No development package and no header of curl is needed to build. libcurl's options take variable arguments, which
// Swift cannot call; hence this small piece of C.
//
// Source of the prototypes and numbers: the libcurl manual, and curl's promise to keep its ABI (libcurl.so.4).

#ifndef KEYLIGHT_CLIBCURL_H
#define KEYLIGHT_CLIBCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// What a request is made of. Texts end with NUL.
struct keylight_curl_request {
    const char *_Nonnull method;
    const char *_Nonnull url;
    /// `Name: value` each.
    const char *_Nonnull const *_Nonnull headers;
    size_t header_count;
    /// NULL for none.
    const uint8_t *_Nullable body;
    size_t body_length;
    /// The longest body to take; a longer one ends the exchange.
    size_t maximum_body;
    long timeout_milliseconds;
    /// Whether the environment's proxies are left aside, as they must be for a server on this machine.
    int ignores_proxies;
    /// A file of the authorities whose certificates are believed; NULL for the system's own.
    const char *_Nullable certificate_authorities;
};

/// What came of it; the buffers belong to the caller, who calls keylight_curl_reply_free.
struct keylight_curl_reply {
    /// 0 when a complete reply came; else curl's code, or one of the KEYLIGHT_CURL_ codes.
    int code;
    /// The system's error number beneath a failed connection; 0 for none.
    long system_error;
    long status;
    /// What a proxy answered when it was asked for a tunnel to the server; 0 when none was asked or none answered.
    long proxy_status;
    /// Whether it is certain that nothing of the request was sent to the server.
    int is_unsent;
    /// The head of the last reply, lines ended by CR LF, status line included.
    uint8_t *_Nullable head;
    size_t head_length;
    uint8_t *_Nullable body;
    size_t body_length;
    /// curl's own text.
    char message[256];
};

enum {
    KEYLIGHT_CURL_CANCELLED = -1,
    KEYLIGHT_CURL_OVERSIZE = -2,
    KEYLIGHT_CURL_OUT_OF_MEMORY = -3,
};

/// One exchange that may be cancelled from another thread.
struct keylight_curl_exchange;

/// Loads the library, once. Returns NULL, or the loader's error, which stays valid.
const char *_Nullable keylight_curl_load(const char *_Nonnull name);

/// Makes an exchange; NULL when there is no memory or no library.
struct keylight_curl_exchange *_Nullable keylight_curl_exchange_new(void);

/// Carries it out and returns when it has ended; blocks the thread.
void keylight_curl_exchange_perform(struct keylight_curl_exchange *_Nonnull exchange,
                                    const struct keylight_curl_request *_Nonnull request,
                                    struct keylight_curl_reply *_Nonnull reply);

/// Ends it soon, from any thread, before, during or after it.
void keylight_curl_exchange_cancel(struct keylight_curl_exchange *_Nonnull exchange);

/// Frees it; nobody may use it any more.
void keylight_curl_exchange_free(struct keylight_curl_exchange *_Nonnull exchange);

void keylight_curl_reply_free(struct keylight_curl_reply *_Nonnull reply);

/// Runs something that may write to a connection nobody reads from any more, without the SIGPIPE that comes of it.
///
/// The signal is kept from this thread for the time of the call only; the app's handling of it stays as it is.
void keylight_curl_without_broken_pipe(void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

/// The name of the threads below, as the system shows it.
#define KEYLIGHT_CURL_THREAD_NAME "keylight-curl"

/// Starts a thread for an exchange; the app's signals are not delivered there. Returns 0, or the system's error number.
int keylight_curl_thread_start(void *_Nullable (*_Nonnull run)(void *_Nullable), void *_Nullable context);

#endif
#endif
