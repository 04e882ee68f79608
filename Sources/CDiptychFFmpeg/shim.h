#pragma once
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/* Composed macros, which Swift does not import. */
static inline int diptych_av_end_of_file(void) { return AVERROR_EOF; }
static inline int diptych_av_input_error(void) { return AVERROR(EIO); }
static inline int diptych_av_again(void) { return AVERROR(EAGAIN); }
static inline int diptych_av_refused(void) { return AVERROR(EACCES); }

/* Every function that is called, by its library. Where the display matrix is kept moved in FFmpeg 7. */
#define DIPTYCH_AVFORMAT(F) F(avformat_alloc_context) F(avformat_close_input) \
    F(avformat_open_input) F(av_find_input_format) F(av_read_frame) F(avio_alloc_context) \
    F(avio_context_free)
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define DIPTYCH_SIDE_DATA_OF_FORMAT(F)
#define DIPTYCH_SIDE_DATA_OF_CODEC(F) F(av_packet_side_data_get)
#else
#define DIPTYCH_SIDE_DATA_OF_FORMAT(F) F(av_stream_get_side_data)
#define DIPTYCH_SIDE_DATA_OF_CODEC(F)
#endif
#define DIPTYCH_AVCODEC(F) F(avcodec_alloc_context3) F(avcodec_find_decoder) \
    F(avcodec_free_context) F(avcodec_open2) F(avcodec_parameters_to_context) \
    F(avcodec_receive_frame) F(avcodec_send_packet) F(av_packet_alloc) F(av_packet_free) \
    F(av_packet_unref)
#define DIPTYCH_SWSCALE(F) F(sws_freeContext) F(sws_getCoefficients) F(sws_getContext) \
    F(sws_scale) F(sws_setColorspaceDetails)
#define DIPTYCH_AVUTIL(F) F(av_dict_free) F(av_dict_get) F(av_dict_set) F(av_frame_alloc) \
    F(av_frame_free) F(av_free) F(av_log_set_level) F(av_malloc) F(av_max_alloc) \
    F(av_pix_fmt_desc_get)

struct diptych_ffmpeg {
#define DIPTYCH_MEMBER(name) __typeof__(name) *_Nonnull name;
  DIPTYCH_AVFORMAT(DIPTYCH_MEMBER)
  DIPTYCH_SIDE_DATA_OF_FORMAT(DIPTYCH_MEMBER)
  DIPTYCH_AVCODEC(DIPTYCH_MEMBER)
  DIPTYCH_SIDE_DATA_OF_CODEC(DIPTYCH_MEMBER)
  DIPTYCH_SWSCALE(DIPTYCH_MEMBER)
  DIPTYCH_AVUTIL(DIPTYCH_MEMBER)
#undef DIPTYCH_MEMBER
};

#define DIPTYCH_LIBRARY(name, major) "lib" name ".so." AV_STRINGIFY(major)

/* Loads FFmpeg and fills the table; NULL when a library or a function of it is missing, which dlerror
   then names. FFmpeg needs about a hundred libraries: linked, they would be two thirds of the start of
   every process, of which few ever open a movie. The versions are those of the headers at hand. Call it
   once; the table stays until the process ends. */
static inline const struct diptych_ffmpeg *_Nullable diptych_ffmpeg_load(void) {
  static struct diptych_ffmpeg table;
  void *library;
#define DIPTYCH_LOOK_UP(function)                                           \
  table.function = (__typeof__(function) *)dlsym(library, #function);       \
  if (table.function == NULL) return NULL;
#define DIPTYCH_OPEN(name, major)                                           \
  library = dlopen(DIPTYCH_LIBRARY(name, major), RTLD_LAZY | RTLD_LOCAL);   \
  if (library == NULL) return NULL;
  DIPTYCH_OPEN("avformat", LIBAVFORMAT_VERSION_MAJOR)
  DIPTYCH_AVFORMAT(DIPTYCH_LOOK_UP)
  DIPTYCH_SIDE_DATA_OF_FORMAT(DIPTYCH_LOOK_UP)
  DIPTYCH_OPEN("avcodec", LIBAVCODEC_VERSION_MAJOR)
  DIPTYCH_AVCODEC(DIPTYCH_LOOK_UP)
  DIPTYCH_SIDE_DATA_OF_CODEC(DIPTYCH_LOOK_UP)
  DIPTYCH_OPEN("swscale", LIBSWSCALE_VERSION_MAJOR)
  DIPTYCH_SWSCALE(DIPTYCH_LOOK_UP)
  DIPTYCH_OPEN("avutil", LIBAVUTIL_VERSION_MAJOR)
  DIPTYCH_AVUTIL(DIPTYCH_LOOK_UP)
#undef DIPTYCH_OPEN
#undef DIPTYCH_LOOK_UP
  return &table;
}

/* The nine numbers of a track's display matrix, or NULL. */
static inline const int32_t *_Nullable diptych_av_display_matrix(
    const struct diptych_ffmpeg *_Nonnull ffmpeg, const AVStream *_Nonnull stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = ffmpeg->av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data != NULL && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data =
      ffmpeg->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

/* Refuses to open anything beside the bytes at hand, whatever the file names. */
static inline int diptych_av_open_nothing(
    AVFormatContext *context, AVIOContext **opened, const char *url, int flags,
    AVDictionary **options) {
  (void)context;
  (void)url;
  (void)flags;
  (void)options;
  *opened = NULL;
  return diptych_av_refused();
}

static inline void diptych_av_close_doors(AVFormatContext *context) {
  context->io_open = diptych_av_open_nothing;
}

/* Tells the scaler what the samples of a frame mean: its color matrix and range. */
static inline void diptych_sws_set_source(
    const struct diptych_ffmpeg *_Nonnull ffmpeg, struct SwsContext *_Nonnull scaler,
    const AVFrame *_Nonnull frame) {
  int matrix = frame->colorspace;
  /* What does not say is standard definition below 720 rows, high definition from there on. */
  if (matrix == AVCOL_SPC_UNSPECIFIED || matrix == AVCOL_SPC_RESERVED)
    matrix = frame->height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG;
  ffmpeg->sws_setColorspaceDetails(
      scaler, ffmpeg->sws_getCoefficients(matrix), frame->color_range == AVCOL_RANGE_JPEG,
      ffmpeg->sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
}
