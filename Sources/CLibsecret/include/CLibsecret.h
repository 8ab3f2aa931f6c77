// A few calls to the desktop's Secret Service through libsecret 1, which is loaded when it is first needed: a program
// starts, and says what is missing, on a server that has neither the library nor a service.
//
// Source of the prototypes: libsecret's reference manual, https://gnome.pages.gitlab.gnome.org/libsecret/. They have
// been stable since 0.18.

#ifndef KEYLIGHT_CLIBSECRET_H
#define KEYLIGHT_CLIBSECRET_H

#if defined(__linux__)

#include <stddef.h>

// What became of a call.
enum {
    KEYLIGHT_SECRET_DONE = 0,
    // There is no such entry.
    KEYLIGHT_SECRET_ABSENT = 1,
    // The collection is locked; the user is not asked.
    KEYLIGHT_SECRET_LOCKED = 2,
    // There is no library, no session bus or no service.
    KEYLIGHT_SECRET_NO_SERVICE = 3,
    // Anything else.
    KEYLIGHT_SECRET_FAILED = 4,
};

// The attributes by which an entry is found.
typedef struct {
    const char *_Nonnull tenant;
    const char *_Nonnull product;
    const char *_Nonnull entry;
} KeylightSecretName;

// Each call writes the reason of a failure into the message, cut to its size.

// Reads an entry as text; the text is to be freed with keylight_secret_free.
int keylight_secret_read(KeylightSecretName name, char *_Nullable *_Nonnull text, char *_Nonnull message,
                         size_t message_size);

// Replaces the entry as a whole, or makes it.
int keylight_secret_write(KeylightSecretName name, const char *_Nonnull label, const char *_Nonnull text,
                          char *_Nonnull message, size_t message_size);

// Removes the entry; that there is none is no failure.
int keylight_secret_remove(KeylightSecretName name, char *_Nonnull message, size_t message_size);

void keylight_secret_free(char *_Nullable text);

#endif
#endif
