// The few functions of libcrypto 3 that the package uses, looked up in the runtime library when they are first
// needed. These are prototypes of our own: no development package and no OpenSSL header is needed to build, and
// a program starts, and says what is wrong, on a machine where the library is missing.
//
// Source of the prototypes: the OpenSSL 3.0 manual, section 3. The 3.x series keeps them stable.

#ifndef KEYLIGHT_CLIBCRYPTO_H
#define KEYLIGHT_CLIBCRYPTO_H

#if defined(__linux__)

#include <stddef.h>

// The library's own types, never looked into.
struct ossl_lib_ctx_st;
struct ossl_param_st;
struct evp_pkey_st;
struct evp_pkey_ctx_st;
struct evp_md_ctx_st;
struct evp_md_st;
struct evp_cipher_ctx_st;
struct evp_cipher_st;
struct evp_kdf_st;
struct evp_kdf_ctx_st;
struct engine_st;

// One line for each function: result, name, parameters. The table below and the look-up are made from this list,
// so that a function cannot be declared and then be forgotten.
#define KEYLIGHT_LIBCRYPTO_FUNCTIONS(X)                                                                          \
    X(struct ossl_lib_ctx_st *_Nullable, OSSL_LIB_CTX_new, (void))                                               \
    X(void, OSSL_LIB_CTX_free, (struct ossl_lib_ctx_st *_Nullable))                                              \
    X(int, ERR_set_mark, (void))                                                                                 \
    X(int, ERR_pop_to_mark, (void))                                                                              \
    X(unsigned long, ERR_peek_last_error, (void))                                                                \
    X(void, ERR_error_string_n, (unsigned long, char *_Nonnull, size_t))                                         \
    X(struct evp_pkey_st *_Nullable, EVP_PKEY_new_raw_public_key_ex,                                             \
      (struct ossl_lib_ctx_st *_Nullable, const char *_Nonnull, const char *_Nullable,                           \
       const unsigned char *_Nonnull, size_t))                                                                   \
    X(struct evp_pkey_st *_Nullable, EVP_PKEY_new_raw_private_key_ex,                                            \
      (struct ossl_lib_ctx_st *_Nullable, const char *_Nonnull, const char *_Nullable,                           \
       const unsigned char *_Nonnull, size_t))                                                                   \
    X(int, EVP_PKEY_get_raw_public_key,                                                                          \
      (const struct evp_pkey_st *_Nonnull, unsigned char *_Nullable, size_t *_Nonnull))                          \
    X(void, EVP_PKEY_free, (struct evp_pkey_st *_Nullable))                                                      \
    X(struct evp_md_ctx_st *_Nullable, EVP_MD_CTX_new, (void))                                                   \
    X(void, EVP_MD_CTX_free, (struct evp_md_ctx_st *_Nullable))                                                  \
    X(int, EVP_DigestVerifyInit_ex,                                                                              \
      (struct evp_md_ctx_st *_Nonnull, struct evp_pkey_ctx_st *_Nullable *_Nullable, const char *_Nullable,      \
       struct ossl_lib_ctx_st *_Nullable, const char *_Nullable, struct evp_pkey_st *_Nonnull,                   \
       const struct ossl_param_st *_Nullable))                                                                   \
    X(int, EVP_DigestVerify,                                                                                     \
      (struct evp_md_ctx_st *_Nonnull, const unsigned char *_Nonnull, size_t, const unsigned char *_Nonnull,     \
       size_t))                                                                                                  \
    X(int, EVP_DigestSignInit_ex,                                                                                \
      (struct evp_md_ctx_st *_Nonnull, struct evp_pkey_ctx_st *_Nullable *_Nullable, const char *_Nullable,      \
       struct ossl_lib_ctx_st *_Nullable, const char *_Nullable, struct evp_pkey_st *_Nonnull,                   \
       const struct ossl_param_st *_Nullable))                                                                   \
    X(int, EVP_DigestSign,                                                                                       \
      (struct evp_md_ctx_st *_Nonnull, unsigned char *_Nullable, size_t *_Nonnull,                               \
       const unsigned char *_Nonnull, size_t))                                                                   \
    X(struct evp_md_st *_Nullable, EVP_MD_fetch,                                                                 \
      (struct ossl_lib_ctx_st *_Nullable, const char *_Nonnull, const char *_Nullable))                          \
    X(void, EVP_MD_free, (struct evp_md_st *_Nullable))                                                          \
    X(int, EVP_Digest,                                                                                           \
      (const void *_Nonnull, size_t, unsigned char *_Nonnull, unsigned int *_Nullable,                           \
       const struct evp_md_st *_Nonnull, struct engine_st *_Nullable))                                           \
    X(struct evp_cipher_st *_Nullable, EVP_CIPHER_fetch,                                                         \
      (struct ossl_lib_ctx_st *_Nullable, const char *_Nonnull, const char *_Nullable))                          \
    X(void, EVP_CIPHER_free, (struct evp_cipher_st *_Nullable))                                                  \
    X(struct evp_cipher_ctx_st *_Nullable, EVP_CIPHER_CTX_new, (void))                                           \
    X(void, EVP_CIPHER_CTX_free, (struct evp_cipher_ctx_st *_Nullable))                                          \
    X(int, EVP_CIPHER_CTX_ctrl, (struct evp_cipher_ctx_st *_Nonnull, int, int, void *_Nullable))                 \
    X(int, EVP_CipherInit_ex2,                                                                                   \
      (struct evp_cipher_ctx_st *_Nonnull, const struct evp_cipher_st *_Nullable,                                \
       const unsigned char *_Nullable, const unsigned char *_Nullable, int,                                      \
       const struct ossl_param_st *_Nullable))                                                                   \
    X(int, EVP_CipherUpdate,                                                                                     \
      (struct evp_cipher_ctx_st *_Nonnull, unsigned char *_Nullable, int *_Nonnull,                              \
       const unsigned char *_Nullable, int))                                                                     \
    X(int, EVP_CipherFinal_ex, (struct evp_cipher_ctx_st *_Nonnull, unsigned char *_Nonnull, int *_Nonnull))     \
    X(struct evp_kdf_st *_Nullable, EVP_KDF_fetch,                                                               \
      (struct ossl_lib_ctx_st *_Nullable, const char *_Nonnull, const char *_Nullable))                          \
    X(void, EVP_KDF_free, (struct evp_kdf_st *_Nullable))                                                        \
    X(struct evp_kdf_ctx_st *_Nullable, EVP_KDF_CTX_new, (struct evp_kdf_st *_Nonnull))                          \
    X(void, EVP_KDF_CTX_free, (struct evp_kdf_ctx_st *_Nullable))                                                \
    X(int, EVP_KDF_derive,                                                                                       \
      (struct evp_kdf_ctx_st *_Nonnull, unsigned char *_Nonnull, size_t, const struct ossl_param_st *_Nullable))

#define KEYLIGHT_LIBCRYPTO_FIELD(RESULT, NAME, PARAMETERS) RESULT (*_Nonnull NAME) PARAMETERS;

// The functions of one loaded library.
typedef struct KeylightLibcrypto {
    KEYLIGHT_LIBCRYPTO_FUNCTIONS(KEYLIGHT_LIBCRYPTO_FIELD)
} KeylightLibcrypto;

#undef KEYLIGHT_LIBCRYPTO_FIELD

// Loads the library of this name, if it is libcrypto 3.x and has every function, and fills the table. Returns 1, or
// 0 with the loader's own words in `message`; the table is then not to be used. A library that was loaded stays for
// the life of the process. Safe to call from any thread.
int keylight_libcrypto_load(
    KeylightLibcrypto *_Nonnull table,
    const char *_Nonnull name,
    char *_Nonnull message,
    size_t messageSize
);

// HKDF with SHA-256 (RFC 5869). In C because its parameters are an array of C structs that point to one another.
// Returns 1 on success.
int keylight_hkdf_sha256(
    const KeylightLibcrypto *_Nonnull table,
    struct evp_kdf_st *_Nonnull kdf,
    const unsigned char *_Nonnull keyMaterial, size_t keyMaterialSize,
    const unsigned char *_Nonnull salt, size_t saltSize,
    const unsigned char *_Nonnull info, size_t infoSize,
    unsigned char *_Nonnull output, size_t outputSize
);

// Fills the buffer from the kernel's generator. Returns 0, or the error number.
int keylight_random_bytes(unsigned char *_Nonnull buffer, size_t size);

#endif

#endif
