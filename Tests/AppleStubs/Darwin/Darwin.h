// The part of Darwin's C library that the sources use. Types, prototypes and values as in Apple's headers.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t dev_t;
typedef uint16_t nlink_t;
typedef uint64_t ino_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long time_t;
typedef int32_t suseconds_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef unsigned int nfds_t;
typedef unsigned char __darwin_uuid_t[16];
typedef __darwin_uuid_t uuid_t;

// errno.h
extern int *__error(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EINPROGRESS 36
#define ENOTSUP 45
#define EADDRINUSE 48
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOBUFS 55
#define ENOTCONN 57
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66
#define EDQUOT 69
#define ESTALE 70
#define ENOLCK 77
#define ENOSYS 78
#define EOVERFLOW 84
#define EPROTO 100
#define EOPNOTSUPP 102

// fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define O_EVTONLY 0x00008000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define F_SETNOSIGPIPE 73
#define F_GETNOSIGPIPE 74
#define FD_CLOEXEC 1
#define AT_FDCWD -2

// unistd.h, sys/file.h, stdio.h, stdlib.h, string.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define SEEK_SET 0
#define SEEK_END 2
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
int unlink(const char *);
int rmdir(const char *);
int fsync(int);
int ftruncate(int, off_t);
off_t lseek(int, off_t, int);
int flock(int, int);
int isatty(int);
int pipe(int[2]);
pid_t getpid(void);
uid_t getuid(void);
uid_t geteuid(void);
int link(const char *, const char *);
int rename(const char *, const char *);
int gethostname(char *, size_t);
char *getenv(const char *);
void arc4random_buf(void *, size_t);
uint32_t arc4random(void);
void exit(int) __attribute__((noreturn));
void free(void *);
char *strerror(int);
int strerror_r(int, char *, size_t);
size_t strlen(const char *);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
int memset_s(void *, size_t, int, size_t);
typedef int errno_t;
char *realpath(const char *, char *);
typedef struct __sFILE {
    unsigned char *_p;
    int _r;
    int _w;
} FILE;
// Mutable globals: Swift 6 refuses to read them.
extern FILE *stdout;
extern FILE *stderr;
int fflush(FILE *);
int fputs(const char *, FILE *);

// time.h, sys/time.h
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
typedef enum {
    CLOCK_REALTIME = 0,
    CLOCK_MONOTONIC = 6,
    CLOCK_MONOTONIC_RAW = 4,
    CLOCK_UPTIME_RAW = 8
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
uint64_t clock_gettime_nsec_np(clockid_t);

// sys/stat.h
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags;
    uint32_t st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
// dirent.h, pwd.h
struct dirent {
    uint64_t d_ino;
    uint64_t d_seekoff;
    uint16_t d_reclen;
    uint16_t d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
typedef struct {
    int __dd_fd;
} DIR;
DIR *opendir(const char *);
int closedir(DIR *);
struct dirent *readdir(DIR *);
struct passwd {
    char *pw_name;
    char *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    time_t pw_change;
    char *pw_class;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
    time_t pw_expire;
};
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);

int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);

// poll.h, signal.h
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
struct pollfd {
    int fd;
    short events;
    short revents;
};
int poll(struct pollfd *, nfds_t, int);
int kill(pid_t, int);
typedef void (*sig_t)(int);
void (*signal(int, void (*)(int)))(int);

// pthread.h
struct _opaque_pthread_t {
    long __sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t {
    long __sig;
} pthread_attr_t;
int pthread_create(pthread_t _Nullable *_Null_unspecified, const pthread_attr_t *_Nullable,
                   void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);

// sys/socket.h, netinet/in.h
#define AF_UNIX 1
#define AF_INET 2
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_NOSIGPIPE 0x1022
#define SO_RCVTIMEO 0x1006
#define SO_SNDTIMEO 0x1005
#define SOMAXCONN 128
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define INADDR_ANY ((uint32_t)0x00000000)
#define INADDR_LOOPBACK ((uint32_t)0x7f000001)
struct sockaddr {
    uint8_t sa_len;
    sa_family_t sa_family;
    char sa_data[14];
};
struct in_addr {
    in_addr_t s_addr;
};
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
struct sockaddr_un {
    unsigned char sun_len;
    sa_family_t sun_family;
    char sun_path[104];
};
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int connect(int, const struct sockaddr *, socklen_t);
int shutdown(int, int);
int getsockname(int, struct sockaddr *, socklen_t *);
int setsockopt(int, int, int, const void *, socklen_t);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);

// sys/utsname.h, sys/sysctl.h, unistd.h
#define _SYS_NAMELEN 256
struct utsname {
    char sysname[_SYS_NAMELEN];
    char nodename[_SYS_NAMELEN];
    char release[_SYS_NAMELEN];
    char version[_SYS_NAMELEN];
    char machine[_SYS_NAMELEN];
};
int uname(struct utsname *);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);
int gethostuuid(uuid_t, const struct timespec *)
    __attribute__((availability(macos, introduced = 10.5), availability(ios, unavailable),
                   availability(tvos, unavailable), availability(watchos, unavailable)));
