import zlib from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'
import { compressedAtOnce } from '../../contract/limits.ts'

/** The options of @fastify/compress. They are for replies only: compressed requests are not accepted. */
export const compression: FastifyCompressOptions = {
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  // Small replies are compressed synchronously: in the thread pool they would wait behind password hashing for longer than that takes.
  syncThreshold: compressedAtOnce,
  // With the default of 16 kB the compressed long lists are half as large again.
  brotliOptions: { chunkSize: 256 * 1024, params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } },
}
