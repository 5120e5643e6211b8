import zlib from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

const largestSyncBytes = 64 * 1024

/** For @fastify/compress. Only replies: compressed requests are not accepted. */
export const compression: FastifyCompressOptions = {
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  // Synchronous: in the thread pool a reply of this size would wait behind password hashing for longer than compressing it takes.
  syncThreshold: largestSyncBytes,
  // With the default of 16 kB the compressed long lists are half as large again.
  brotliOptions: { chunkSize: 256 * 1024, params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
}
