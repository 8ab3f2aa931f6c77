// The reference operations of the benchmarks: libcrypto 3, called with nothing around it. On systems that have
// CryptoKit, this target is empty.

#ifndef KEYLIGHT_BENCHMARKS_REFERENCE_CRYPTO_H
#define KEYLIGHT_BENCHMARKS_REFERENCE_CRYPTO_H

#if defined(__linux__)

#include <stddef.h>

// Loads libcrypto.so.3. Returns 1, or 0 when it or one of its functions is missing. Not safe for several threads.
int reference_crypto_load(void);

// A public key, made once; never freed. NULL when it cannot be made.
void *_Nullable reference_key_new(const unsigned char *_Nonnull key, size_t key_size);

// One Ed25519 verification: context, init, EVP_DigestVerify. Returns 1 when the signature holds.
int reference_verify(
    void *_Nonnull key,
    const unsigned char *_Nonnull signature, size_t signature_size,
    const unsigned char *_Nonnull message, size_t message_size
);

// One HKDF-SHA-256 derivation without a salt; run once, before anything is measured. Returns 1 on success.
int reference_derive_key(
    const unsigned char *_Nonnull secret, size_t secret_size,
    const unsigned char *_Nonnull info, size_t info_size,
    unsigned char *_Nonnull key, size_t key_size
);

// One ChaCha20-Poly1305 opening of nonce, ciphertext and tag. Returns the size of the plaintext, -1 when it does not
// open. The key has 32 bytes, the output room for the whole box.
long reference_open(
    const unsigned char *_Nonnull key,
    const unsigned char *_Nonnull box, size_t box_size,
    const unsigned char *_Nonnull data, size_t data_size,
    unsigned char *_Nonnull output
);

// Reads a file: open, read until the end, close. Returns its size, -1 when it cannot be read or does not fit.
long reference_read_file(const char *_Nonnull path, unsigned char *_Nonnull buffer, size_t capacity);

#endif

#endif
