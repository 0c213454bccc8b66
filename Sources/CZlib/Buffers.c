#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

uint32_t czlib_crc32(const uint8_t *bytes, size_t count) {
  uLong sum = crc32(0L, Z_NULL, 0);
  while (count > 0) {
    uInt part = count > UINT_MAX ? UINT_MAX : (uInt)count;
    sum = crc32(sum, bytes, part);
    bytes += part;
    count -= part;
  }
  return (uint32_t)sum;
}

size_t czlib_deflate_bound(size_t count) { return compressBound((uLong)count) + 16; }

/* A stream on whole buffers; false where one is longer than zlib counts. */
static int open_stream(
    z_stream *stream, const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  if (count > UINT_MAX || capacity > UINT_MAX) return 0;
  memset(stream, 0, sizeof *stream);
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = (uInt)count;
  stream->next_out = output;
  stream->avail_out = (uInt)capacity;
  return 1;
}

size_t czlib_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  z_stream stream;
  if (!open_stream(&stream, bytes, count, output, capacity)) return 0;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  int result = deflate(&stream, Z_FINISH);
  size_t length = result == Z_STREAM_END ? stream.total_out : 0;
  deflateEnd(&stream);
  return length;
}

CZLibOutcome czlib_inflate(
    const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, size_t *written) {
  z_stream stream;
  *written = 0;
  if (!open_stream(&stream, bytes, count, output, capacity)) return CZLibTooLarge;
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return CZLibNoMemory;
  int result = inflate(&stream, Z_FINISH);
  size_t length = stream.total_out;
  uInt rest = stream.avail_in;
  uInt room = stream.avail_out;
  inflateEnd(&stream);
  *written = length;
  if (result == Z_STREAM_END) return rest == 0 ? CZLibDone : CZLibDamaged;
  if (result == Z_MEM_ERROR) return CZLibNoMemory;
  return result == Z_BUF_ERROR && room == 0 ? CZLibTooLarge : CZLibDamaged;
}

struct CZLibGunzip {
  z_stream stream;
  /* The bytes that zlib, which counts to 4 GiB, was not given yet. */
  const uint8_t *bytes;
  size_t count;
};

CZLibGunzip *czlib_gunzip_open(const uint8_t *bytes, size_t count) {
  CZLibGunzip *gunzip = calloc(1, sizeof *gunzip);
  if (!gunzip) return NULL;
  gunzip->bytes = bytes;
  gunzip->count = count;
  /* 16 asks for gzip's own head and checksum. */
  if (inflateInit2(&gunzip->stream, 16 + MAX_WBITS) == Z_OK) return gunzip;
  free(gunzip);
  return NULL;
}

CZLibOutcome czlib_gunzip_next(CZLibGunzip *gunzip, uint8_t *output, size_t capacity, size_t *written) {
  z_stream *stream = &gunzip->stream;
  if (capacity > UINT_MAX) capacity = UINT_MAX;
  stream->next_out = output;
  stream->avail_out = (uInt)capacity;
  CZLibOutcome outcome = CZLibTooLarge;
  while (outcome == CZLibTooLarge && stream->avail_out > 0) {
    if (stream->avail_in == 0 && gunzip->count > 0) {
      uInt part = gunzip->count > UINT_MAX ? UINT_MAX : (uInt)gunzip->count;
      stream->next_in = (Bytef *)gunzip->bytes;
      stream->avail_in = part;
      gunzip->bytes += part;
      gunzip->count -= part;
    }
    int result = inflate(stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      /* Another member may follow; zeros that pad the file to a block are none. */
      size_t rest = stream->avail_in + gunzip->count;
      while (stream->avail_in > 0 && *stream->next_in == 0) {
        stream->next_in += 1;
        stream->avail_in -= 1;
        rest -= 1;
      }
      if (rest == 0) outcome = CZLibDone;
      else if (inflateReset(stream) != Z_OK) outcome = CZLibDamaged;
    } else if (result == Z_MEM_ERROR) {
      outcome = CZLibNoMemory;
    } else if (result != Z_OK) {
      outcome = CZLibDamaged;
    }
  }
  *written = capacity - stream->avail_out;
  return outcome;
}

void czlib_gunzip_close(CZLibGunzip *gunzip) {
  inflateEnd(&gunzip->stream);
  free(gunzip);
}
