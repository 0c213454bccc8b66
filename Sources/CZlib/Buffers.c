#include "CZlib.h"

#include <limits.h>
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
