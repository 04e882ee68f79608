#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* libpng reports errors by longjmp, which must not cross Swift frames. Each function here catches
   its own; callbacks into Swift return normally, and no jump starts inside one. */

static inline void diptych_png_fail(png_structp png, png_const_charp message) {
  char *text = (char *)png_get_error_ptr(png);
  if (text != NULL) {
    strncpy(text, message != NULL ? message : "unknown error", 127);
    text[127] = 0;
  }
  png_longjmp(png, 1);
}

static inline void diptych_png_ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

typedef struct {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
} diptych_png_input;

static inline void diptych_png_pull(png_structp png, png_bytep out, size_t length) {
  diptych_png_input *input = (diptych_png_input *)png_get_io_ptr(png);
  if (length > input->count - input->offset) png_error(png, "the data breaks off");
  memcpy(out, input->bytes + input->offset, length);
  input->offset += length;
}

/* Takes one row of RGBA, top row first. */
typedef void (*diptych_png_row)(void *context, uint32_t y, const uint8_t *rgba);

/* Decodes to RGBA, 8 bits a channel. Either `pixels` (width * height * 4 bytes) is filled, or, for
   a picture without interlacing, `row` is called for each row and `pixels` holds one row. Returns
   how many rows were read, of an interlaced picture at least in part; -1 if the header is unlike
   `width` and `height` or nothing could be read. `message` has room for 128 bytes. */
static inline long diptych_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    diptych_png_row row, void *context, char *message) {
  diptych_png_input input = {bytes, count, 0};
  volatile long rows = -1;
  png_infop volatile info = NULL;
  png_structp png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, message, diptych_png_fail, diptych_png_ignore);
  if (png == NULL) return -1;
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_infop made = info;
    png_destroy_read_struct(&png, made != NULL ? &made : NULL, NULL);
    return rows;
  }
  info = png_create_info_struct(png);
  if (info == NULL) png_error(png, "no memory");
  png_infop header = info;
  png_set_read_fn(png, &input, diptych_png_pull);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  /* Of data that breaks off, the last piece is lost; small pieces lose little. */
  png_set_compression_buffer_size(png, 1024);
  /* Text, profiles and the like are never looked at, so they can do no harm. */
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(png, header);
  if (png_get_image_width(png, header) != width || png_get_image_height(png, header) != height)
    png_error(png, "the header states two sizes");
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  if (passes != 1 && row != NULL) png_error(png, "interlaced pictures have no rows in order");
  png_read_update_info(png, header);
  if (png_get_rowbytes(png, header) != (size_t)width * 4) png_error(png, "unexpected row length");
  rows = 0;
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      if (row != NULL) {
        png_read_row(png, pixels, NULL);
        row(context, y, pixels);
      } else {
        png_read_row(png, pixels + (size_t)y * width * 4, NULL);
      }
      if (pass == 0) rows = (long)y + 1;
    }
  }
  png_infop done = info;
  png_destroy_read_struct(&png, &done, NULL);
  return rows;
}

/* The ICC profile, in memory that the caller frees; NULL if there is none or it is damaged. */
static inline uint8_t *diptych_png_profile(const uint8_t *bytes, size_t count, uint32_t *length) {
  diptych_png_input input = {bytes, count, 0};
  uint8_t *volatile copy = NULL;
  png_infop volatile info = NULL;
  char message[128];
  png_structp png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, message, diptych_png_fail, diptych_png_ignore);
  if (png == NULL) return NULL;
  if (setjmp(png_jmpbuf(png)) == 0) {
    info = png_create_info_struct(png);
    if (info == NULL) png_error(png, "no memory");
    png_infop header = info;
    png_set_read_fn(png, &input, diptych_png_pull);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_chunk_malloc_max(png, 4 << 20);
    png_read_info(png, header);
    png_charp name = NULL;
    png_bytep profile = NULL;
    int compression = 0;
    if (png_get_iCCP(png, header, &name, &compression, &profile, length) != 0 && *length > 0) {
      copy = (uint8_t *)malloc(*length);
      if (copy != NULL) memcpy(copy, profile, *length);
    }
  }
  png_infop made = info;
  png_destroy_read_struct(&png, made != NULL ? &made : NULL, NULL);
  return copy;
}

/* Hands encoded bytes on; returns 0 to give up. */
typedef int (*diptych_png_sink)(void *context, const uint8_t *bytes, size_t count);

typedef struct {
  diptych_png_sink sink;
  void *context;
} diptych_png_output;

static inline void diptych_png_push(png_structp png, png_bytep bytes, size_t length) {
  diptych_png_output *output = (diptych_png_output *)png_get_io_ptr(png);
  if (output->sink(output->context, bytes, length) == 0) png_error(png, "no room");
}

static inline void diptych_png_flush(png_structp png) { (void)png; }

/* Encodes RGBA as RGBA, or as RGB without alpha. Returns 0, or -1 with a message of up to 128
   bytes. */
static inline int diptych_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int has_alpha, diptych_png_sink sink,
    void *context, char *message) {
  diptych_png_output output = {sink, context};
  png_infop volatile info = NULL;
  png_structp png = png_create_write_struct(
      PNG_LIBPNG_VER_STRING, message, diptych_png_fail, diptych_png_ignore);
  if (png == NULL) return -1;
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_infop made = info;
    png_destroy_write_struct(&png, made != NULL ? &made : NULL);
    return -1;
  }
  info = png_create_info_struct(png);
  if (info == NULL) png_error(png, "no memory");
  png_infop header = info;
  png_set_write_fn(png, &output, diptych_png_push, diptych_png_flush);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  /* Settings are stated so that the bytes do not follow a library's defaults. Level 4 takes a third
     of the time of level 6 and 5 % more bytes. */
  png_set_compression_level(png, 4);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_IHDR(
      png, header, width, height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, header);
  if (!has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * width * 4);
  png_write_end(png, header);
  png_infop done = info;
  png_destroy_write_struct(&png, &done);
  return 0;
}
