/* What a texture object is on the simulator: the device address of this record, which the runtime fills in. */
#ifndef WARPSCHOOL_TEXTURE_RECORD_H
#define WARPSCHOOL_TEXTURE_RECORD_H

typedef struct WarpschoolTexture {
  unsigned long long data;  /* device address of the first texel */
  unsigned long long pitch; /* bytes from row to row */
  int width, height;        /* texels; height 1: one dimension */
  int channel_bytes;
  int kind;                 /* cudaChannelFormatKind */
  int address_mode[2];      /* cudaTextureAddressMode of x and y */
  int linear;               /* filter between texels */
  int normalized;           /* coordinates from 0 to 1 */
  int to_float;             /* integers are read as 0 to 1 or -1 to 1 */
  float border[4];
} WarpschoolTexture;

#endif
