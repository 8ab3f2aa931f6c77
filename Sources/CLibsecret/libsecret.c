#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibsecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// GLib's and libsecret's types as far as they are looked into; part of their stable interface.
typedef struct {
    unsigned int domain;
    int code;
    char *message;
} Failure;

typedef struct List {
    void *data;
    struct List *next;
    struct List *previous;
} List;

typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *more[7];
} Schema;

enum {
    open_session = 1 << 1,  // SECRET_SERVICE_OPEN_SESSION
    search_all = 1 << 1,    // SECRET_SEARCH_ALL
    load_secrets = 1 << 3,  // SECRET_SEARCH_LOAD_SECRETS; without SECRET_SEARCH_UNLOCK, which would ask the user
};

static const Schema schema = {
    .name = "dev.keylight.License",
    .flags = 0,
    .attributes = {{"tenant", 0}, {"product", 0}, {"entry", 0}},
};

// One line for each function: result, name, parameters.
#define FUNCTIONS(X)                                                                                             \
    X(void *, secret_service_get_sync, (int, void *, Failure **))                                                \
    X(List *, secret_service_search_sync, (void *, const Schema *, void *, int, void *, Failure **))             \
    X(int, secret_service_clear_sync, (void *, const Schema *, void *, void *, Failure **))                      \
    X(int, secret_service_store_sync,                                                                            \
      (void *, const Schema *, void *, const char *, const char *, void *, void *, Failure **))                  \
    X(void *, secret_collection_for_alias_sync, (void *, const char *, int, void *, Failure **))                 \
    X(int, secret_collection_get_locked, (void *))                                                               \
    X(int, secret_item_get_locked, (void *))                                                                     \
    X(void *, secret_item_get_secret, (void *))                                                                  \
    X(void *, secret_value_new, (const char *, long, const char *))                                              \
    X(const char *, secret_value_get, (void *, size_t *))                                                        \
    X(void, secret_value_unref, (void *))                                                                        \
    X(void *, g_hash_table_new, (unsigned int (*)(const void *), int (*)(const void *, const void *)))           \
    X(int, g_hash_table_insert, (void *, void *, void *))                                                        \
    X(void, g_hash_table_unref, (void *))                                                                        \
    X(unsigned int, g_str_hash, (const void *))                                                                  \
    X(int, g_str_equal, (const void *, const void *))                                                            \
    X(void, g_list_free, (List *))                                                                               \
    X(void, g_object_unref, (void *))                                                                            \
    X(void, g_error_free, (Failure *))

static struct {
#define MEMBER(RESULT, NAME, PARAMETERS) RESULT(*NAME) PARAMETERS;
    FUNCTIONS(MEMBER)
#undef MEMBER
} api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_failure[256];

// POSIX makes the conversion from an object pointer to a function pointer work; ISO C has no cast for it.
static int find(void *library, const char *symbol, void *function) {
    void *address = dlsym(library, symbol);
    if (address == NULL) {
        (void)snprintf(load_failure, sizeof(load_failure), "libsecret-1.so.0 has no function %s", symbol);
        return 0;
    }
    memcpy(function, &address, sizeof(address));
    return 1;
}

static void load(void) {
    // Never unloaded: GLib keeps threads of its own.
    void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == NULL) {
        (void)snprintf(load_failure, sizeof(load_failure), "libsecret is not installed: %s", dlerror());
        return;
    }
#define FIND(RESULT, NAME, PARAMETERS)            \
    if (!find(library, #NAME, &api.NAME)) {       \
        return;                                   \
    }
    FUNCTIONS(FIND)
#undef FIND
}

static int failed(Failure *failure, const char *fallback, int status, char *message, size_t size) {
    (void)snprintf(message, size, "%s", failure != NULL && failure->message != NULL ? failure->message : fallback);
    if (failure != NULL) {
        api.g_error_free(failure);
    }
    return status;
}

// The service, to be given back with g_object_unref; NULL with the message filled.
static void *service(char *message, size_t size) {
    pthread_once(&once, load);
    if (load_failure[0] != '\0') {
        (void)snprintf(message, size, "%s", load_failure);
        return NULL;
    }
    Failure *failure = NULL;
    void *found = api.secret_service_get_sync(open_session, NULL, &failure);
    if (found == NULL) {
        failed(failure, "the Secret Service gives no answer", 0, message, size);
    }
    return found;
}

static void *attributes(KeylightSecretName name) {
    void *table = api.g_hash_table_new(api.g_str_hash, api.g_str_equal);
    // The table keeps no copies; it does not outlive the call, and nobody writes to the texts.
    api.g_hash_table_insert(table, (void *)"tenant", (void *)name.tenant);
    api.g_hash_table_insert(table, (void *)"product", (void *)name.product);
    api.g_hash_table_insert(table, (void *)"entry", (void *)name.entry);
    return table;
}

static int copy_secret(void *item, char **text, char *message, size_t size) {
    if (api.secret_item_get_locked(item)) {
        (void)snprintf(message, size, "the keyring is locked");
        return KEYLIGHT_SECRET_LOCKED;
    }
    void *value = api.secret_item_get_secret(item);
    if (value == NULL) {
        (void)snprintf(message, size, "the keyring gave the entry without its secret");
        return KEYLIGHT_SECRET_FAILED;
    }
    size_t length = 0;
    const char *bytes = api.secret_value_get(value, &length);
    *text = strndup(bytes != NULL ? bytes : "", length);
    api.secret_value_unref(value);
    if (*text == NULL) {
        (void)snprintf(message, size, "no memory");
        return KEYLIGHT_SECRET_FAILED;
    }
    return KEYLIGHT_SECRET_DONE;
}

// Whether the default collection can be used without asking the user: a search does not find what is in a locked one,
// and storing into a locked one, or into none, would ask.
static int require_unlocked(void *secrets, char *message, size_t size) {
    Failure *failure = NULL;
    void *collection = api.secret_collection_for_alias_sync(secrets, "default", 0, NULL, &failure);
    if (collection == NULL) {
        return failed(failure, "there is no default keyring", KEYLIGHT_SECRET_LOCKED, message, size);
    }
    int locked = api.secret_collection_get_locked(collection);
    api.g_object_unref(collection);
    if (locked) {
        (void)snprintf(message, size, "the keyring is locked");
        return KEYLIGHT_SECRET_LOCKED;
    }
    return KEYLIGHT_SECRET_DONE;
}

int keylight_secret_read(KeylightSecretName name, char **text, char *message, size_t size) {
    void *secrets = service(message, size);
    if (secrets == NULL) {
        return KEYLIGHT_SECRET_NO_SERVICE;
    }
    Failure *failure = NULL;
    void *table = attributes(name);
    List *items = api.secret_service_search_sync(secrets, &schema, table, search_all | load_secrets, NULL, &failure);
    int status = KEYLIGHT_SECRET_ABSENT;
    if (failure != NULL) {
        status = failed(failure, "", KEYLIGHT_SECRET_FAILED, message, size);
    } else if (items != NULL) {
        status = copy_secret(items->data, text, message, size);
    } else if (require_unlocked(secrets, message, size) != KEYLIGHT_SECRET_DONE) {
        status = KEYLIGHT_SECRET_LOCKED;
    }
    for (List *item = items; item != NULL; item = item->next) {
        api.g_object_unref(item->data);
    }
    api.g_list_free(items);
    api.g_hash_table_unref(table);
    api.g_object_unref(secrets);
    return status;
}

int keylight_secret_write(KeylightSecretName name, const char *label, const char *text, char *message, size_t size) {
    void *secrets = service(message, size);
    if (secrets == NULL) {
        return KEYLIGHT_SECRET_NO_SERVICE;
    }
    int status = require_unlocked(secrets, message, size);
    if (status == KEYLIGHT_SECRET_DONE) {
        Failure *failure = NULL;
        void *table = attributes(name);
        void *value = api.secret_value_new(text, -1, "text/plain");
        if (!api.secret_service_store_sync(secrets, &schema, table, "default", label, value, NULL, &failure)) {
            status = failed(failure, "the keyring refused the entry", KEYLIGHT_SECRET_FAILED, message, size);
        }
        api.secret_value_unref(value);
        api.g_hash_table_unref(table);
    }
    api.g_object_unref(secrets);
    return status;
}

int keylight_secret_remove(KeylightSecretName name, char *message, size_t size) {
    void *secrets = service(message, size);
    if (secrets == NULL) {
        return KEYLIGHT_SECRET_NO_SERVICE;
    }
    int status = require_unlocked(secrets, message, size);
    if (status == KEYLIGHT_SECRET_DONE) {
        Failure *failure = NULL;
        void *table = attributes(name);
        // It returns false also when there was nothing to remove.
        api.secret_service_clear_sync(secrets, &schema, table, NULL, &failure);
        if (failure != NULL) {
            status = failed(failure, "", KEYLIGHT_SECRET_FAILED, message, size);
        }
        api.g_hash_table_unref(table);
    }
    api.g_object_unref(secrets);
    return status;
}

void keylight_secret_free(char *text) { free(text); }

#else
// Nothing on other systems.
typedef int keylight_secret_unused;
#endif
