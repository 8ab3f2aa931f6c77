#if defined(__linux__)

#define _GNU_SOURCE

#include "CReferenceCrypto.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// Prototypes of our own, from the OpenSSL 3.0 manual, so that no development package is needed.
struct parameter {
    const char *key;
    unsigned int data_type;
    void *data;
    size_t data_size;
    size_t return_size;
};

#define FUNCTIONS(X)                                                                                             \
    X(void *, EVP_PKEY_new_raw_public_key_ex, (void *, const char *, const char *, const unsigned char *, size_t)) \
    X(void *, EVP_MD_CTX_new, (void))                                                                            \
    X(void, EVP_MD_CTX_free, (void *))                                                                           \
    X(int, EVP_DigestVerifyInit_ex, (void *, void **, const char *, void *, const char *, void *, const void *)) \
    X(int, EVP_DigestVerify, (void *, const unsigned char *, size_t, const unsigned char *, size_t))             \
    X(void *, EVP_CIPHER_fetch, (void *, const char *, const char *))                                            \
    X(void *, EVP_CIPHER_CTX_new, (void))                                                                        \
    X(void, EVP_CIPHER_CTX_free, (void *))                                                                       \
    X(int, EVP_CIPHER_CTX_ctrl, (void *, int, int, void *))                                                      \
    X(int, EVP_CipherInit_ex2,                                                                                   \
      (void *, const void *, const unsigned char *, const unsigned char *, int, const void *))                   \
    X(int, EVP_CipherUpdate, (void *, unsigned char *, int *, const unsigned char *, int))                       \
    X(int, EVP_CipherFinal_ex, (void *, unsigned char *, int *))                                                 \
    X(void *, EVP_KDF_fetch, (void *, const char *, const char *))                                               \
    X(void *, EVP_KDF_CTX_new, (void *))                                                                         \
    X(void, EVP_KDF_CTX_free, (void *))                                                                          \
    X(int, EVP_KDF_derive, (void *, unsigned char *, size_t, const struct parameter *))

#define FIELD(RESULT, NAME, PARAMETERS) RESULT(*NAME) PARAMETERS;
static struct {
    FUNCTIONS(FIELD)
} library;

static void *cipher;

int reference_crypto_load(void) {
    void *handle = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        return 0;
    }
    void *address;
#define FIND(RESULT, NAME, PARAMETERS)                              \
    address = dlsym(handle, #NAME);                                 \
    if (address == NULL) {                                          \
        return 0;                                                   \
    }                                                               \
    memcpy(&library.NAME, &address, sizeof(address));
    FUNCTIONS(FIND)
    cipher = library.EVP_CIPHER_fetch(NULL, "ChaCha20-Poly1305", NULL);
    return cipher != NULL;
}

void *reference_key_new(const unsigned char *key, size_t key_size) {
    return library.EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, key, key_size);
}

int reference_verify(
    void *key,
    const unsigned char *signature, size_t signature_size,
    const unsigned char *message, size_t message_size
) {
    void *context = library.EVP_MD_CTX_new();
    if (context == NULL) {
        return 0;
    }
    int result = library.EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key, NULL);
    if (result == 1) {
        result = library.EVP_DigestVerify(context, signature, signature_size, message, message_size);
    }
    library.EVP_MD_CTX_free(context);
    return result;
}

int reference_derive_key(
    const unsigned char *secret, size_t secret_size,
    const unsigned char *info, size_t info_size,
    unsigned char *key, size_t key_size
) {
    void *algorithm = library.EVP_KDF_fetch(NULL, "HKDF", NULL);
    void *context = algorithm == NULL ? NULL : library.EVP_KDF_CTX_new(algorithm);
    if (context == NULL) {
        return 0;
    }
    // 4 is a UTF-8 string, 5 an octet string.
    struct parameter parameters[] = {
        {"digest", 4, "SHA256", 6, 0},
        {"key", 5, (void *)secret, secret_size, 0},
        {"info", 5, (void *)info, info_size, 0},
        {NULL, 0, NULL, 0, 0},
    };
    int result = library.EVP_KDF_derive(context, key, key_size, parameters);
    library.EVP_KDF_CTX_free(context);
    return result == 1;
}

static int open_box(
    void *context,
    const unsigned char *key,
    const unsigned char *box, size_t box_size,
    const unsigned char *data, size_t data_size,
    unsigned char *output
) {
    enum { nonce_size = 12, tag_size = 16, set_tag = 0x11 };
    if (box_size < nonce_size + tag_size) {
        return -1;
    }
    int size = (int)(box_size - nonce_size - tag_size);
    int written = 0;
    unsigned char tag[tag_size];
    unsigned char rest[64];
    memcpy(tag, box + box_size - tag_size, tag_size);
    if (library.EVP_CipherInit_ex2(context, cipher, key, box, 0, NULL) != 1 ||
        library.EVP_CipherUpdate(context, NULL, &written, data, (int)data_size) != 1 ||
        library.EVP_CIPHER_CTX_ctrl(context, set_tag, tag_size, tag) != 1 ||
        library.EVP_CipherUpdate(context, output, &written, box + nonce_size, size) != 1 || written != size ||
        library.EVP_CipherFinal_ex(context, rest, &written) != 1) {
        return -1;
    }
    return size;
}

long reference_open(
    const unsigned char *key,
    const unsigned char *box, size_t box_size,
    const unsigned char *data, size_t data_size,
    unsigned char *output
) {
    void *context = library.EVP_CIPHER_CTX_new();
    if (context == NULL) {
        return -1;
    }
    int size = open_box(context, key, box, box_size, data, data_size, output);
    library.EVP_CIPHER_CTX_free(context);
    return size;
}

long reference_read_file(const char *path, unsigned char *buffer, size_t capacity) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return -1;
    }
    size_t size = 0;
    ssize_t count = 1;
    while (count > 0 && size < capacity) {
        count = read(descriptor, buffer + size, capacity - size);
        if (count > 0) {
            size += (size_t)count;
        }
    }
    close(descriptor);
    return count == 0 ? (long)size : -1;
}

#endif
