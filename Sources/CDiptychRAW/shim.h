#pragma once
#include <libraw/libraw.h>

/* LibRaw's structures have nested ones and bit fields whose places differ between versions; these
   are the few that are read or set. */

/* How the picture has to be turned: 0 not, 3 half a turn, 5 counterclockwise, 6 clockwise. */
static inline int diptych_raw_flip(libraw_data_t *raw) { return raw->sizes.flip; }

/* Develops to 8 bits in sRGB, unturned, with the camera's white balance; `half` gives half the size
   in a quarter of the time. */
static inline void diptych_raw_prepare(libraw_data_t *raw, int half) {
  raw->params.half_size = half;
  raw->params.use_camera_wb = 1;
  raw->params.user_flip = 0;
  raw->params.output_color = 1;
  raw->params.output_bps = 8;
}

/* The embedded preview if it is a JPEG; NULL otherwise. */
static inline const unsigned char *diptych_raw_preview(libraw_data_t *raw, size_t *count) {
  if (raw->thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG || raw->thumbnail.thumb == NULL) return NULL;
  *count = raw->thumbnail.tlength;
  return (const unsigned char *)raw->thumbnail.thumb;
}

/* The pixels of a developed picture: 8 bits, red, green and blue; NULL if it is anything else. */
static inline const unsigned char *diptych_raw_pixels(libraw_processed_image_t *image) {
  size_t wanted = (size_t)image->width * image->height * 3;
  int is_rgb = image->type == LIBRAW_IMAGE_BITMAP && image->colors == 3 && image->bits == 8;
  return is_rgb && image->data_size >= wanted ? image->data : NULL;
}
