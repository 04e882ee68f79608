#pragma once
#include <libheif/heif.h>
#include <libheif/heif_properties.h>
#include <malloc.h>
#include <pthread.h>

/* The bytes that libheif reads from. `read` returns 0 when it filled the buffer. */
typedef struct {
  int64_t count;
  int64_t position;
  void *context;
  int (*read)(void *context, void *buffer, size_t size, int64_t offset);
} diptych_heif_input;

static inline int64_t diptych_heif_position(void *user) {
  return ((diptych_heif_input *)user)->position;
}

static inline int diptych_heif_read(void *buffer, size_t size, void *user) {
  diptych_heif_input *input = (diptych_heif_input *)user;
  if (input->read(input->context, buffer, size, input->position) != 0) return 1;
  input->position += (int64_t)size;
  return 0;
}

/* Never fails: libheif takes that for a fault of the reader and ends the process. Reading behind
   the end fails. */
static inline int diptych_heif_seek(int64_t position, void *user) {
  ((diptych_heif_input *)user)->position = position < 0 ? 0 : position;
  return 0;
}

static inline enum heif_reader_grow_status diptych_heif_wait(int64_t size, void *user) {
  return size <= ((diptych_heif_input *)user)->count ? heif_reader_grow_status_size_reached
                                                     : heif_reader_grow_status_size_beyond_eof;
}

#if LIBHEIF_NUMERIC_VERSION >= 0x01130000
static inline struct heif_reader_range_request_result diptych_heif_range(
    uint64_t start, uint64_t end, void *user) {
  (void)start;
  uint64_t count = (uint64_t)((diptych_heif_input *)user)->count;
  struct heif_reader_range_request_result result = {0};
  result.status = end <= count ? heif_reader_grow_status_size_reached
                               : heif_reader_grow_status_size_beyond_eof;
  result.range_end = end <= count ? end : count;
  return result;
}

static inline void diptych_heif_no_hint(uint64_t start, uint64_t end, void *user) {
  (void)start;
  (void)end;
  (void)user;
}
#endif

/* A reader for `diptych_heif_input`; it has to live as long as the context that reads by it. */
static inline struct heif_reader diptych_heif_reader(void) {
  struct heif_reader reader = {0};
  reader.reader_api_version = 1;
  reader.get_position = diptych_heif_position;
  reader.read = diptych_heif_read;
  reader.seek = diptych_heif_seek;
  reader.wait_for_file_size = diptych_heif_wait;
#if LIBHEIF_NUMERIC_VERSION >= 0x01130000
  reader.reader_api_version = 2;
  reader.request_range = diptych_heif_range;
  reader.preload_range_hint = diptych_heif_no_hint;
  reader.release_file_range = diptych_heif_no_hint;
#endif
  return reader;
}

/* Decodes as heif_decode_image does, while the C library fills with zeros what it hands out, in every
   thread: libde265 leaves parts of damaged pictures unwritten, and what stood there before would be
   seen in them. To be called from one Swift file only, since each has its own lock. */
static pthread_mutex_t diptych_heif_lock = PTHREAD_MUTEX_INITIALIZER;
static int diptych_heif_decoding = 0;

static inline void diptych_heif_fill(int change) {
#ifdef M_PERTURB
  pthread_mutex_lock(&diptych_heif_lock);
  /* What is handed out gets the complement of this number; 0 turns filling off. */
  if (diptych_heif_decoding == 0) mallopt(M_PERTURB, 0xFF);
  diptych_heif_decoding += change;
  if (diptych_heif_decoding == 0) mallopt(M_PERTURB, 0);
  pthread_mutex_unlock(&diptych_heif_lock);
#endif
}

static inline struct heif_error diptych_heif_decode(
    const struct heif_image_handle *handle, struct heif_image **image,
    enum heif_colorspace colorspace, enum heif_chroma chroma,
    const struct heif_decoding_options *options) {
  diptych_heif_fill(1);
  struct heif_error result = heif_decode_image(handle, image, colorspace, chroma, options);
  diptych_heif_fill(-1);
  return result;
}
