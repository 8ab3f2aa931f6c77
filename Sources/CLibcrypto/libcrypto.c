#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcrypto.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

// What OpenSSL calls OSSL_PARAM: one named argument of an algorithm. Part of the library's stable interface.
struct ossl_param_st {
    const char *key;
    unsigned int data_type;
    void *data;
    size_t data_size;
    size_t return_size;
};

enum {
    parameter_utf8_string = 4,
    parameter_octet_string = 5,
};

// POSIX makes the conversion from an object pointer to a function pointer work; ISO C has no cast for it.
static int find(void *library, const char *symbol, void *function, size_t function_size) {
    void *address = dlsym(library, symbol);
    if (address == NULL || function_size != sizeof(address)) {
        return 0;
    }
    memcpy(function, &address, sizeof(address));
    return 1;
}

// "libcrypto.so" may be any version, and a function of the same name may differ there. Version 1 has no such
// function at all.
static unsigned int major_version(void *library) {
    unsigned int (*version)(void) = NULL;
    if (!find(library, "OPENSSL_version_major", &version, sizeof(version))) {
        return 0;
    }
    return version();
}

static const char *fill(KeylightLibcrypto *table, void *library) {
#define KEYLIGHT_LIBCRYPTO_FIND(RESULT, NAME, PARAMETERS)                     \
    if (!find(library, #NAME, &table->NAME, sizeof(table->NAME))) {           \
        return #NAME;                                                         \
    }
    KEYLIGHT_LIBCRYPTO_FUNCTIONS(KEYLIGHT_LIBCRYPTO_FIND)
#undef KEYLIGHT_LIBCRYPTO_FIND
    return NULL;
}

int keylight_libcrypto_load(KeylightLibcrypto *table, const char *name, char *message, size_t message_size) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        (void)snprintf(message, message_size, "%s", reason != NULL ? reason : "unknown error of the loader");
        return 0;
    }
    if (major_version(library) != 3) {
        (void)snprintf(message, message_size, "%s: found, but it is not libcrypto 3", name);
        (void)dlclose(library);
        return 0;
    }
    const char *missing = fill(table, library);
    if (missing != NULL) {
        (void)snprintf(message, message_size, "%s: has no function %s", name, missing);
        (void)dlclose(library);
        return 0;
    }
    return 1;
}

int keylight_hkdf_sha256(
    const KeylightLibcrypto *table,
    struct evp_kdf_st *kdf,
    const unsigned char *key_material, size_t key_material_size,
    const unsigned char *salt, size_t salt_size,
    const unsigned char *info, size_t info_size,
    unsigned char *output, size_t output_size
) {
    struct evp_kdf_ctx_st *context = table->EVP_KDF_CTX_new(kdf);
    if (context == NULL) {
        return 0;
    }
    // The library only reads what these point to; the field is not const because the struct also serves results.
    char digest[] = "SHA256";
    struct ossl_param_st parameters[5];
    size_t count = 0;
    parameters[count++] = (struct ossl_param_st){"digest", parameter_utf8_string, digest, strlen(digest), 0};
    parameters[count++] = (struct ossl_param_st){
        "key", parameter_octet_string, (void *)key_material, key_material_size, 0};
    // RFC 5869 gives an absent salt and an empty one the same meaning.
    if (salt_size > 0) {
        parameters[count++] = (struct ossl_param_st){"salt", parameter_octet_string, (void *)salt, salt_size, 0};
    }
    if (info_size > 0) {
        parameters[count++] = (struct ossl_param_st){"info", parameter_octet_string, (void *)info, info_size, 0};
    }
    parameters[count] = (struct ossl_param_st){NULL, 0, NULL, 0, 0};
    int result = table->EVP_KDF_derive(context, output, output_size, parameters);
    table->EVP_KDF_CTX_free(context);
    return result == 1 ? 1 : 0;
}

int keylight_random_bytes(unsigned char *buffer, size_t size) {
    while (size > 0) {
        ssize_t count = getrandom(buffer, size, 0);
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        buffer += count;
        size -= (size_t)count;
    }
    return 0;
}

#endif
