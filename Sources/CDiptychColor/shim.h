#pragma once
#include <lcms2.h>

/* Composed macros, which Swift does not import. */
static inline cmsUInt32Number diptych_color_rgba(void) { return TYPE_RGBA_8; }
static inline cmsUInt32Number diptych_color_gray(void) { return TYPE_GRAY_8; }
static inline cmsUInt32Number diptych_color_flags(void) { return cmsFLAGS_COPY_ALPHA; }
