#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/* The bytes that libtiff reads from. */
typedef struct {
  const uint8_t *bytes;
  uint64_t count;
  uint64_t offset;
} diptych_tiff_input;

static inline tmsize_t diptych_tiff_read(thandle_t handle, void *out, tmsize_t length) {
  diptych_tiff_input *input = (diptych_tiff_input *)handle;
  if (length <= 0 || input->offset >= input->count) return 0;
  uint64_t rest = input->count - input->offset;
  uint64_t count = (uint64_t)length < rest ? (uint64_t)length : rest;
  memcpy(out, input->bytes + input->offset, count);
  input->offset += count;
  return (tmsize_t)count;
}

static inline tmsize_t diptych_tiff_write(thandle_t handle, void *bytes, tmsize_t length) {
  (void)handle;
  (void)bytes;
  (void)length;
  return 0;
}

static inline toff_t diptych_tiff_seek(thandle_t handle, toff_t offset, int whence) {
  diptych_tiff_input *input = (diptych_tiff_input *)handle;
  if (whence == SEEK_CUR) offset += input->offset;
  if (whence == SEEK_END) offset += input->count;
  input->offset = offset;
  return offset;
}

static inline int diptych_tiff_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static inline toff_t diptych_tiff_size(thandle_t handle) {
  return ((diptych_tiff_input *)handle)->count;
}

/* libtiff's messages take variable arguments; they are not kept. */
static inline int diptych_tiff_ignore(
    TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)context;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

static inline TIFF *diptych_tiff_open(diptych_tiff_input *input, tmsize_t largest_allocation) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options == NULL) return NULL;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_allocation);
  TIFFOpenOptionsSetErrorHandlerExtR(options, diptych_tiff_ignore, NULL);
  TIFFOpenOptionsSetWarningHandlerExtR(options, diptych_tiff_ignore, NULL);
  /* m: read, never map. */
  TIFF *tiff = TIFFClientOpenExt(
      "picture", "rm", input, diptych_tiff_read, diptych_tiff_write, diptych_tiff_seek,
      diptych_tiff_close, diptych_tiff_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

/* Alpha that is not premultiplied is taken for premultiplied, so that the samples come as they are:
   libtiff would multiply some and leave others, by their kind. Only what is in memory changes.
   Returns 1, or 0 when there is no memory. */
static inline int diptych_tiff_take_samples(TIFF *tiff) {
  uint16_t count = 0;
  uint16_t *kinds = NULL;
  if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) != 1 || count == 0) return 1;
  if (kinds[0] != EXTRASAMPLE_UNASSALPHA) return 1;
  uint16_t *copy = (uint16_t *)malloc(count * sizeof(uint16_t));
  if (copy == NULL) return 0;
  memcpy(copy, kinds, count * sizeof(uint16_t));
  copy[0] = EXTRASAMPLE_ASSOCALPHA;
  int status = TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, count, copy);
  free(copy);
  return status;
}

/* Decodes the first page as stored, unturned, to RGBA with alpha as stored. Returns 1, or 0
   when the page is unlike `width` and `height` or nothing could be decoded. */
static inline int diptych_tiff_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t *pixels,
    tmsize_t largest_allocation) {
  diptych_tiff_input input = {bytes, count, 0};
  TIFF *tiff = diptych_tiff_open(&input, largest_allocation);
  if (tiff == NULL) return 0;
  TIFFRGBAImage image;
  char message[1024];
  int status = 0;
  if (diptych_tiff_take_samples(tiff) && TIFFRGBAImageOK(tiff, message) &&
      TIFFRGBAImageBegin(&image, tiff, 0, message)) {
    if (image.width == width && image.height == height) {
      /* Asking for the orientation that the page has turns nothing. */
      image.req_orientation = image.orientation;
      status = TIFFRGBAImageGet(&image, pixels, width, height);
    }
    TIFFRGBAImageEnd(&image);
  }
  TIFFClose(tiff);
  return status;
}
