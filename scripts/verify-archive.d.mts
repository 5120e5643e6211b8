import type { KeyObject } from 'node:crypto'
import type { ArchiveManifest } from '../contract/results.ts'

export function readZip(bytes: Buffer): { files: Map<string, { content: Buffer; packed: Buffer }>; moment: Buffer }
export function keysIn(text: string): KeyObject[]
export function checkArchive(bytes: Buffer, trusted?: readonly KeyObject[]): { manifest: ArchiveManifest; checksum: string }
