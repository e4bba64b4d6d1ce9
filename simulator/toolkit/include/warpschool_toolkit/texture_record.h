/* What a texture or surface object is on the simulator: the device address of this record, which the runtime fills in. */
#ifndef WARPSCHOOL_TEXTURE_RECORD_H
#define WARPSCHOOL_TEXTURE_RECORD_H

typedef struct WarpschoolTexture {
  unsigned long long data;        /* device address of the first texel */
  unsigned long long pitch;       /* bytes from row to row */
  unsigned long long slice_pitch; /* bytes from slice to slice */
  int width, height, depth;       /* texels; 1 where there is no such dimension */
  int channels;
  int channel_bytes;
  int kind;            /* cudaChannelFormatKind */
  int address_mode[3]; /* cudaTextureAddressMode of x, y and z */
  int linear;          /* filter between texels */
  int normalized;      /* coordinates from 0 to 1 */
  int to_float;        /* integers are read as 0 to 1 or -1 to 1, halves as floats */
  float border[4];
} WarpschoolTexture;

#endif
