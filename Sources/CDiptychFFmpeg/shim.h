#pragma once
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

/* The nine numbers of a track's display matrix, or NULL. Where they are kept moved in FFmpeg 7. */
static inline const int32_t *diptych_av_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data != NULL && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
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
static inline void diptych_sws_set_source(struct SwsContext *scaler, const AVFrame *frame) {
  int matrix = frame->colorspace;
  /* What does not say is standard definition below 720 rows, high definition from there on. */
  if (matrix == AVCOL_SPC_UNSPECIFIED || matrix == AVCOL_SPC_RESERVED)
    matrix = frame->height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG;
  sws_setColorspaceDetails(
      scaler, sws_getCoefficients(matrix), frame->color_range == AVCOL_RANGE_JPEG,
      sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
}
