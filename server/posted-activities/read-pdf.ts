import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import sharp from 'sharp'
import { mostPdfPages } from '../../contract/posted-activities.ts'
import { namesOf } from './pdf-names.ts'

const longestSide = 1600
/** Of one image: a large sheet of paper at 600 dots per inch. It takes time, also where PDFium needs no memory for all of it. */
const mostPixels = 100_000_000
/** PDFium's heap is no part of V8's, so it has a limit of its own. */
const mostHeapBytes = 256 * 1024 * 1024
/** What PDFium writes and what it draws, so that neither fills the memory of this process or of the server. */
const mostWrittenBytes = 48 * 1024 * 1024
const mostPictureBytes = 10 * 1024 * 1024
/** A picture of a page that is larger is compressed more. */
const largePictureBytes = 512 * 1024

type PdfRefusal = 'encrypted' | 'scripts' | 'attachments' | 'too-many-pages' | 'unreadable'
/** The pages as JPEG, and the size of the first one in pixels. */
type PdfResult = { pages: Uint8Array[]; width: number; height: number } | { refusal: PdfRefusal }

/** The parts that only scripts have, and what else makes a viewer run something: forms with a program of their own, other programs, media. */
const scriptNames = ['JS', 'JavaScript', 'XFA', 'Launch', 'RichMedia', '3D']
const attachmentNames = ['EF', 'EmbeddedFile', 'FileAttachment']

// From PDFium's public headers (fpdfview.h, fpdf_save.h).
const passwordError = 4
const drawAnnotations = 0x01
const redFirst = 0x10
const notIncremental = 2
const white = 0xffffffff

class Refused extends Error {
  readonly refusal: PdfRefusal
  constructor(refusal: PdfRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

type Instantiated = { instance: object }
type Imports = { env: { emscripten_resize_heap: (bytes: number) => number } }
/** Not among the types of Node.js. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: Imports): Promise<Instantiated> }
}

/** PDFium and its memory, which moves when it grows: never to be stored. */
type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } }

/** PDFium draws the rest of a page whose picture or text did not fit into its memory. Other viewers may have no such limit. */
let wantsTooMuch = false

async function startPdfium(): Promise<Pdfium> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const options = {
    instantiateWasm(imports: Imports, done: (instance: object) => void) {
      const grow = imports.env.emscripten_resize_heap
      imports.env.emscripten_resize_heap = (size) => {
        if (size >>> 0 <= mostHeapBytes) return grow(size)
        wantsTooMuch = true
        return 0
      }
      webAssembly.instantiate(bytes, imports).then(({ instance }) => done(instance))
      return {}
    },
    // It reports on the console what it could not do.
    print: () => {},
    printErr: () => {},
  }
  const pdfium = (await init(options as never)) as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

function open(pdfium: Pdfium, bytes: Uint8Array): number {
  const place = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (place === 0) throw new Refused('unreadable')
  pdfium.pdfium.HEAPU8.set(bytes, place)
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '')
  if (document === 0) throw new Refused(pdfium.FPDF_GetLastError() === passwordError ? 'encrypted' : 'unreadable')
  // Also one that opens without a password: viewers may refuse what its permissions do not allow.
  if (pdfium.EPDF_IsEncrypted(document)) throw new Refused('encrypted')
  return document
}

/**
 * PDFium tells of scripts in some places only. What it has read it can write, though: every object in plain text, those of compressed
 * object streams too, and names without escapes.
 */
function write(pdfium: Pdfium, document: number): Buffer {
  const blocks: Buffer[] = []
  let length = 0
  const writeBlock = pdfium.pdfium.addFunction((_self: number, place: number, size: number) => {
    length += size
    if (length > mostWrittenBytes) return 0
    blocks.push(Buffer.from(pdfium.pdfium.HEAPU8.slice(place, place + size)))
    return 1
  }, 'iiii')
  // struct FPDF_FILEWRITE { int version; int (*WriteBlock)(…); }
  const writer = pdfium.pdfium.wasmExports.malloc(8)
  pdfium.pdfium.setValue(writer, 1, 'i32')
  pdfium.pdfium.setValue(writer + 4, writeBlock, 'i32')
  if (!pdfium.FPDF_SaveAsCopy(document, writer, notIncremental)) throw new Refused('unreadable')
  return Buffer.concat(blocks)
}

function check(pdfium: Pdfium, document: number, original: Buffer) {
  const pageCount = pdfium.FPDF_GetPageCount(document)
  if (pageCount < 1) throw new Refused('unreadable')
  if (pageCount > mostPdfPages) throw new Refused('too-many-pages')
  const { names, pages, pixels } = namesOf(write(pdfium, document))
  // Another viewer may read what PDFium passed over, such as an earlier version of an object.
  const text = original.toString('latin1')
  const mentions = (name: string) => new RegExp(`/${name}[\\s/<>\\[(]`).test(text)
  const hasScripts = pdfium.FPDFDoc_GetJavaScriptActionCount(document) > 0 || pdfium.FPDF_GetXFAPacketCount(document) > 0
  if (hasScripts || scriptNames.some((name) => names.has(name)) || mentions('JavaScript')) throw new Refused('scripts')
  const hasAttachments = pdfium.FPDFDoc_GetAttachmentCount(document) > 0
  if (hasAttachments || attachmentNames.some((name) => names.has(name)) || mentions('EmbeddedFile'))
    throw new Refused('attachments')
  // The tree of pages may say less than it has.
  if (pages > mostPdfPages) throw new Refused('too-many-pages')
  if (pixels > mostPixels) throw new Refused('unreadable')
  return pageCount
}

async function draw(pdfium: Pdfium, document: number, index: number) {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new Refused('unreadable')
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const scale = longestSide / Math.max(wide, high)
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * scale))) as [number, number]
  if (!(wide > 0 && high > 0 && Number.isFinite(scale))) throw new Refused('unreadable')
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (bitmap === 0) throw new Refused('unreadable')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawAnnotations | redFirst)
  const place = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = Buffer.from(pdfium.pdfium.HEAPU8.slice(place, place + width * height * 4))
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.FPDF_ClosePage(page)
  const encode = (quality: number) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality })
      .toBuffer()
  const picture = await encode(80)
  return { picture: picture.length > largePictureBytes ? await encode(50) : picture, width, height }
}

async function read(bytes: Uint8Array): Promise<PdfResult> {
  const pdfium = await startPdfium()
  const document = open(pdfium, bytes)
  const pageCount = check(pdfium, document, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const pages: Uint8Array[] = []
  let first: { width: number; height: number } | undefined
  let pictureBytes = 0
  for (let index = 0; index < pageCount; index += 1) {
    const { picture, width, height } = await draw(pdfium, document, index)
    first ??= { width, height }
    pictureBytes += picture.length
    if (pictureBytes > mostPictureBytes) throw new Refused('unreadable')
    pages.push(picture)
  }
  if (wantsTooMuch) throw new Refused('unreadable')
  return { pages, width: first?.width ?? 0, height: first?.height ?? 0 }
}

/** Never rejects: what PDFium cannot do, such as getting more memory, it reports by an exception of WebAssembly. */
export async function readPdf(bytes: Uint8Array): Promise<PdfResult> {
  wantsTooMuch = false
  return read(bytes).catch((error) => ({ refusal: error instanceof Refused ? error.refusal : 'unreadable' }))
}
