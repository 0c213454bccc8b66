/* The parts of zlib that Archives needs: whole buffers in, whole buffers or blocks out.
 *
 * zlib's own interface initialises its streams by macros, which Swift cannot call.
 */
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome of decompressing. */
typedef enum {
  /* All input was used, and the output is complete. */
  CZLibDone,
  /* The input is not a deflate stream, ends early, or continues after its end. */
  CZLibDamaged,
  /* The output does not fit. */
  CZLibTooLarge,
  /* There is no memory. */
  CZLibNoMemory,
} CZLibOutcome;

/* The CRC-32 of bytes, as zip files state it. */
uint32_t czlib_crc32(const uint8_t *bytes, size_t count);

/* The most bytes that `czlib_deflate` writes for `count` bytes. */
size_t czlib_deflate_bound(size_t count);
/* Compresses bytes to a raw deflate stream. Returns its length, 0 where that fails. */
size_t czlib_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/* Decompresses a raw deflate stream; never writes more than `capacity` bytes. */
CZLibOutcome czlib_inflate(
    const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, size_t *written);

/* A gzip file in memory that is unpacked a block at a time. The bytes must stay until it is closed. NULL without memory. */
typedef struct CZLibGunzip CZLibGunzip;
CZLibGunzip *czlib_gunzip_open(const uint8_t *bytes, size_t count);
/* Unpacks the next block: CZLibTooLarge where there is more, CZLibDone at the end of the last member. */
CZLibOutcome czlib_gunzip_next(
    CZLibGunzip *stream, uint8_t *output, size_t capacity, size_t *written);
void czlib_gunzip_close(CZLibGunzip *stream);

#ifdef __cplusplus
}
#endif

#endif
