#if defined(__linux__)

// For pthread_setname_np.
#define _GNU_SOURCE

#include "CLibcurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MARK: The library

typedef void CURL;
typedef void CURLM;
struct curl_slist;

struct CURLMsg {
    int msg;
    CURL *easy_handle;
    union {
        void *whatever;
        int result;
    } data;
};

// The numbers of options: object pointers from 10000, functions from 20000, 64-bit numbers from 30000.
enum {
    OPT_WRITEDATA = 10001,
    OPT_URL = 10002,
    OPT_ERRORBUFFER = 10010,
    OPT_WRITEFUNCTION = 20011,
    OPT_POSTFIELDS = 10015,
    OPT_HTTPHEADER = 10023,
    OPT_HEADERDATA = 10029,
    OPT_CUSTOMREQUEST = 10036,
    OPT_CAINFO = 10065,
    OPT_POST = 47,
    OPT_FOLLOWLOCATION = 52,
    OPT_POSTFIELDSIZE = 60,
    OPT_HEADERFUNCTION = 20079,
    OPT_SOCKOPTFUNCTION = 20148,
    OPT_HTTPGET = 80,
    OPT_NOSIGNAL = 99,
    OPT_MAXFILESIZE = 114,
    OPT_TIMEOUT_MS = 155,
    OPT_NOPROXY = 10177,
    OPT_PROTOCOLS = 181,
    INFO_RESPONSE_CODE = 0x200000 + 2,
    INFO_HTTP_CONNECTCODE = 0x200000 + 22,
    INFO_OS_ERRNO = 0x200000 + 25,
    INFO_PRETRANSFER_TIME_T = 0x600000 + 53,
    INFO_APPCONNECT_TIME_T = 0x600000 + 56,
    GLOBAL_DEFAULT = 3,
    FILESIZE_EXCEEDED = 63,
    MSG_DONE = 1,
    PROTOCOL_HTTP_AND_HTTPS = 1 | 2,
    LARGEST_HEAD = 64 * 1024,
};

#define FUNCTIONS(X)                                                                                                \
    X(int, global_init, (long))                                                                                     \
    X(CURL *, easy_init, (void))                                                                                    \
    X(int, easy_setopt, (CURL *, int, ...))                                                                         \
    X(int, easy_getinfo, (CURL *, int, ...))                                                                        \
    X(void, easy_cleanup, (CURL *))                                                                                 \
    X(const char *, easy_strerror, (int))                                                                           \
    X(struct curl_slist *, slist_append, (struct curl_slist *, const char *))                                       \
    X(void, slist_free_all, (struct curl_slist *))                                                                  \
    X(CURLM *, multi_init, (void))                                                                                  \
    X(int, multi_add_handle, (CURLM *, CURL *))                                                                     \
    X(int, multi_remove_handle, (CURLM *, CURL *))                                                                  \
    X(int, multi_perform, (CURLM *, int *))                                                                         \
    X(int, multi_poll, (CURLM *, void *, unsigned int, int, int *))                                                 \
    X(int, multi_wakeup, (CURLM *))                                                                                 \
    X(struct CURLMsg *, multi_info_read, (CURLM *, int *))                                                          \
    X(int, multi_cleanup, (CURLM *))

#define POINTER(result, name, parameters) static result(*curl_##name) parameters;
FUNCTIONS(POINTER)

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded = 0;
static char load_error[512];

static const char *look_up(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define LOOK_UP(result, name, parameters)                                                                           \
    *(void **)(&curl_##name) = dlsym(library, "curl_" #name);                                                       \
    if (curl_##name == NULL) return "curl_" #name " is missing (curl 7.68 or later is needed)";
    FUNCTIONS(LOOK_UP)
    return curl_global_init(GLOBAL_DEFAULT) == 0 ? NULL : "curl_global_init failed";
}

const char *keylight_curl_load(const char *name) {
    pthread_mutex_lock(&loading);
    const char *error = NULL;
    if (!is_loaded) {
        error = look_up(name);
        if (error == NULL) {
            is_loaded = 1;
        } else {
            snprintf(load_error, sizeof(load_error), "%s", error);
            error = load_error;
        }
    }
    pthread_mutex_unlock(&loading);
    return error;
}

// MARK: Signals

// Not every libcurl sends with MSG_NOSIGNAL: up to 7.86 OpenSSL writes to the socket by write(), also the "close" that
// it sends when a connection is given up. When the server has reset the connection meanwhile, SIGPIPE would end the app.
void keylight_curl_without_broken_pipe(void (*body)(void *), void *context) {
    sigset_t broken_pipe, pending, before;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    // One that waits already is not ours to take.
    int waited_already = sigismember(&pending, SIGPIPE) == 1;
    int is_held = pthread_sigmask(SIG_BLOCK, &broken_pipe, &before) == 0;
    body(context);
    if (!is_held) return;
    if (!waited_already) {
        struct timespec no_time = {0, 0};
        while (sigtimedwait(&broken_pipe, NULL, &no_time) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int keylight_curl_thread_start(void *(*run)(void *), void *context) {
    // The app's handlers have no business on this thread, nor on the one that libcurl starts to look up a name. What
    // the thread does to itself by a fault is still told, so that crash reporters see it.
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
    sigset_t foreign, before;
    sigfillset(&foreign);
    for (size_t index = 0; index < sizeof(own) / sizeof(own[0]); index++) sigdelset(&foreign, own[index]);
    int is_masked = pthread_sigmask(SIG_SETMASK, &foreign, &before) == 0;
    pthread_t thread;
    int status = pthread_create(&thread, NULL, run, context);
    if (is_masked) pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status != 0) return status;
    pthread_setname_np(thread, KEYLIGHT_CURL_THREAD_NAME);
    pthread_detach(thread);
    return 0;
}

// MARK: Collecting a reply

struct buffer {
    uint8_t *bytes;
    size_t length;
    size_t limit;
    int overflowed;
};

static int append(struct buffer *buffer, const char *data, size_t length) {
    if (length > buffer->limit - buffer->length) {
        buffer->overflowed = 1;
        return 0;
    }
    if (length == 0) return 1;
    uint8_t *grown = realloc(buffer->bytes, buffer->length + length);
    if (grown == NULL) return 0;
    memcpy(grown + buffer->length, data, length);
    buffer->bytes = grown;
    buffer->length += length;
    return 1;
}

static size_t take_body(char *data, size_t size, size_t count, void *context) {
    return append(context, data, size * count) ? size * count : 0;
}

static size_t take_head(char *data, size_t size, size_t count, void *context) {
    struct buffer *head = context;
    size_t length = size * count;
    // A status line begins a new head: of an interim reply, or of a proxy's answer, only the last one counts.
    if (length >= 5 && memcmp(data, "HTTP/", 5) == 0) head->length = 0;
    return append(head, data, length) ? length : 0;
}

// MARK: An exchange

struct keylight_curl_exchange {
    CURLM *multi;
    atomic_int is_cancelled;
};

struct keylight_curl_exchange *keylight_curl_exchange_new(void) {
    if (!is_loaded) return NULL;
    struct keylight_curl_exchange *exchange = calloc(1, sizeof(*exchange));
    if (exchange == NULL) return NULL;
    exchange->multi = curl_multi_init();
    if (exchange->multi == NULL) {
        free(exchange);
        return NULL;
    }
    return exchange;
}

void keylight_curl_exchange_cancel(struct keylight_curl_exchange *exchange) {
    atomic_store(&exchange->is_cancelled, 1);
    curl_multi_wakeup(exchange->multi);
}

static void clean_up(void *context) {
    struct keylight_curl_exchange *exchange = context;
    curl_multi_cleanup(exchange->multi);
    free(exchange);
}

void keylight_curl_exchange_free(struct keylight_curl_exchange *exchange) {
    keylight_curl_without_broken_pipe(clean_up, exchange);
}

void keylight_curl_reply_free(struct keylight_curl_reply *reply) {
    free(reply->head);
    free(reply->body);
    reply->head = NULL;
    reply->body = NULL;
}

/// Keeps the connection from the app's children, who would hold it open after its end.
static int set_socket_options(void *context, int descriptor, int purpose) {
    (void)context;
    (void)purpose;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return 0;
}

static int set_options(CURL *easy, const struct keylight_curl_request *request, struct curl_slist *headers,
                       struct buffer *head, struct buffer *body, char *message) {
    int code = 0;
    code |= curl_easy_setopt(easy, OPT_ERRORBUFFER, message);
    // Without it curl would use signals for time limits of name look-ups.
    code |= curl_easy_setopt(easy, OPT_NOSIGNAL, 1L);
    code |= curl_easy_setopt(easy, OPT_SOCKOPTFUNCTION, set_socket_options);
    code |= curl_easy_setopt(easy, OPT_URL, request->url);
    code |= curl_easy_setopt(easy, OPT_PROTOCOLS, (long)PROTOCOL_HTTP_AND_HTTPS);
    code |= curl_easy_setopt(easy, OPT_FOLLOWLOCATION, 0L);
    code |= curl_easy_setopt(easy, OPT_TIMEOUT_MS, request->timeout_milliseconds);
    // An announced length over the limit is refused at once; take_body holds the others to it.
    code |= curl_easy_setopt(easy, OPT_MAXFILESIZE, (long)request->maximum_body);
    code |= curl_easy_setopt(easy, OPT_HTTPHEADER, headers);
    code |= curl_easy_setopt(easy, OPT_HEADERFUNCTION, take_head);
    code |= curl_easy_setopt(easy, OPT_HEADERDATA, head);
    code |= curl_easy_setopt(easy, OPT_WRITEFUNCTION, take_body);
    code |= curl_easy_setopt(easy, OPT_WRITEDATA, body);
    if (request->body != NULL) {
        code |= curl_easy_setopt(easy, OPT_POST, 1L);
        code |= curl_easy_setopt(easy, OPT_POSTFIELDSIZE, (long)request->body_length);
        code |= curl_easy_setopt(easy, OPT_POSTFIELDS, request->body);
    } else {
        code |= curl_easy_setopt(easy, OPT_HTTPGET, 1L);
    }
    code |= curl_easy_setopt(easy, OPT_CUSTOMREQUEST, request->method);
    if (request->certificate_authorities != NULL)
        code |= curl_easy_setopt(easy, OPT_CAINFO, request->certificate_authorities);
    if (request->ignores_proxies) code |= curl_easy_setopt(easy, OPT_NOPROXY, "*");
    return code;
}

/// Runs the one transfer to its end; returns curl's code or KEYLIGHT_CURL_CANCELLED.
static int run(struct keylight_curl_exchange *exchange) {
    for (;;) {
        if (atomic_load(&exchange->is_cancelled)) return KEYLIGHT_CURL_CANCELLED;
        int running = 0;
        if (curl_multi_perform(exchange->multi, &running) != 0) return KEYLIGHT_CURL_OUT_OF_MEMORY;
        if (running == 0) {
            int left = 0;
            struct CURLMsg *message = curl_multi_info_read(exchange->multi, &left);
            if (message != NULL && message->msg == MSG_DONE) return message->data.result;
            return KEYLIGHT_CURL_OUT_OF_MEMORY;
        }
        // A wake-up from cancel ends it; curl's own time limits shorten it.
        if (curl_multi_poll(exchange->multi, NULL, 0, 60000, NULL) != 0) return KEYLIGHT_CURL_OUT_OF_MEMORY;
    }
}

/// Whether nothing of a request over TLS can have left: a request goes through the secured connection, and there was
/// none yet. Of one in the clear it is not known.
static int is_unsent(CURL *easy, const struct keylight_curl_request *request, long status) {
    int64_t handshake_ended = 0, transfer_began = 0;
    return strncmp(request->url, "https://", 8) == 0 && status == 0 &&
           curl_easy_getinfo(easy, INFO_APPCONNECT_TIME_T, &handshake_ended) == 0 && handshake_ended == 0 &&
           curl_easy_getinfo(easy, INFO_PRETRANSFER_TIME_T, &transfer_began) == 0 && transfer_began == 0;
}

struct performance {
    struct keylight_curl_exchange *exchange;
    const struct keylight_curl_request *request;
    struct keylight_curl_reply *reply;
};

static void perform(void *context) {
    struct keylight_curl_exchange *exchange = ((struct performance *)context)->exchange;
    const struct keylight_curl_request *request = ((struct performance *)context)->request;
    struct keylight_curl_reply *reply = ((struct performance *)context)->reply;
    memset(reply, 0, sizeof(*reply));
    reply->code = KEYLIGHT_CURL_OUT_OF_MEMORY;
    struct buffer head = {NULL, 0, LARGEST_HEAD, 0};
    struct buffer body = {NULL, 0, request->maximum_body, 0};
    struct curl_slist *headers = NULL;
    int is_complete = 1;
    for (size_t index = 0; index < request->header_count; index++) {
        struct curl_slist *longer = curl_slist_append(headers, request->headers[index]);
        if (longer == NULL) {
            is_complete = 0;
            break;
        }
        headers = longer;
    }
    CURL *easy = is_complete ? curl_easy_init() : NULL;
    if (easy != NULL && set_options(easy, request, headers, &head, &body, reply->message) == 0 &&
        curl_multi_add_handle(exchange->multi, easy) == 0) {
        reply->code = run(exchange);
        if (head.overflowed || body.overflowed || reply->code == FILESIZE_EXCEEDED) reply->code = KEYLIGHT_CURL_OVERSIZE;
        curl_easy_getinfo(easy, INFO_RESPONSE_CODE, &reply->status);
        curl_easy_getinfo(easy, INFO_OS_ERRNO, &reply->system_error);
        curl_easy_getinfo(easy, INFO_HTTP_CONNECTCODE, &reply->proxy_status);
        reply->is_unsent = is_unsent(easy, request, reply->status);
        if (reply->message[0] == '\0' && reply->code > 0)
            snprintf(reply->message, sizeof(reply->message), "%s", curl_easy_strerror(reply->code));
        curl_multi_remove_handle(exchange->multi, easy);
    }
    if (easy != NULL) curl_easy_cleanup(easy);
    if (headers != NULL) curl_slist_free_all(headers);
    reply->head = head.bytes;
    reply->head_length = head.length;
    reply->body = body.bytes;
    reply->body_length = body.length;
}

void keylight_curl_exchange_perform(struct keylight_curl_exchange *exchange,
                                    const struct keylight_curl_request *request,
                                    struct keylight_curl_reply *reply) {
    struct performance performance = {exchange, request, reply};
    keylight_curl_without_broken_pipe(perform, &performance);
}

#endif
