import zlib from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

const largestSyncBytes = 64 * 1024

/** For @fastify/compress. Only replies: a compressed request is taken by nobody. */
export const compression: FastifyCompressOptions = {
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  // In the thread pool a reply of this size would wait longer, behind passwords that are hashed, than compressing it takes.
  syncThreshold: largestSyncBytes,
  // With the default of 16 kB a long list becomes half as long again.
  brotliOptions: { chunkSize: 256 * 1024, params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
}
