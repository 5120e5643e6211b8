import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import sharp from 'sharp'
import { pdf as most, mostPdfPages } from '../../contract/limits.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { refusalOf } from './pdf-actions.ts'
import { isName, objectsIn, type PdfObject, valuesOf } from './pdf-objects.ts'

type PdfRefusal = 'encrypted' | 'scripts' | 'attachments' | 'too-many-pages' | 'unreadable'
/** The pages as JPEG, and of the first one its thumbnail and its size in pixels. */
type PdfResult = { pages: Uint8Array[]; thumbnail: Uint8Array; width: number; height: number } | { refusal: PdfRefusal }

// These constants are from PDFium's public headers (fpdfview.h, fpdf_save.h).
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
/** WebAssembly is not among the types of Node.js. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: Imports): Promise<Instantiated> }
}

/** PDFium and its memory, which moves when it grows and therefore must not be stored. */
type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } }

/**
 * Whether PDFium needed more memory than allowed: it draws the rest of a page whose picture or text did not fit. Other viewers may have no
 * such limit.
 */
let wantsTooMuch = false

async function startPdfium(): Promise<Pdfium> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const options = {
    instantiateWasm(imports: Imports, done: (instance: object) => void) {
      const grow = imports.env.emscripten_resize_heap
      imports.env.emscripten_resize_heap = (size) => {
        if (size >>> 0 <= most.heap) return grow(size)
        wantsTooMuch = true
        return 0
      }
      webAssembly.instantiate(bytes, imports).then(({ instance }) => done(instance))
      return {}
    },
    // PDFium reports on the console what it could not do.
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
  // A file that opens without a password is refused, too: viewers may refuse what its permissions do not allow.
  if (pdfium.EPDF_IsEncrypted(document)) throw new Refused('encrypted')
  return document
}

/**
 * The PDF as PDFium writes it. PDFium reports scripts in some places only. What it has read it can write, though: every object in plain
 * text, those of compressed object streams too, and names without escapes.
 */
function write(pdfium: Pdfium, document: number): Buffer {
  const blocks: Buffer[] = []
  let length = 0
  const writeBlock = pdfium.pdfium.addFunction((_self: number, place: number, size: number) => {
    length += size
    if (length > most.written) return 0
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
  const hasScripts = pdfium.FPDFDoc_GetJavaScriptActionCount(document) > 0 || pdfium.FPDF_GetXFAPacketCount(document) > 0
  if (hasScripts) throw new Refused('scripts')
  if (pdfium.FPDFDoc_GetAttachmentCount(document) > 0) throw new Refused('attachments')
  const written = objectsIn(write(pdfium, document))
  // Another viewer may read what PDFium passed over, such as an earlier version of an object.
  const refusal = refusalOf(written) ?? refusalOf(objectsIn(original))
  if (refusal) throw new Refused(refusal)
  const { pages, pixels } = sizesOf(written)
  // The tree of pages may declare fewer pages than it has.
  if (pages > mostPdfPages) throw new Refused('too-many-pages')
  if (pixels > most.pixels) throw new Refused('unreadable')
  return pageCount
}

/** The number of pages among the objects, and the pixels of the largest image. */
function sizesOf(objects: readonly PdfObject[]) {
  let [pages, pixels] = [0, 0]
  for (const { value } of objects) {
    if (value.kind !== 'dictionary') continue
    if (valuesOf(value, 'Type').some((type) => isName(type, 'Page'))) pages += 1
    const [width = 0, height = 0] = ['Width', 'Height'].map((key) => {
      const [side] = valuesOf(value, key)
      return side?.kind === 'number' ? side.value : 0
    })
    if (value.stream !== undefined) pixels = Math.max(pixels, width * height || 0)
  }
  return { pages, pixels }
}

function isWhite(pixels: Buffer): boolean {
  for (let at = 0; at < pixels.length; at += 4) if (pixels.readUIntLE(at, 3) !== 0xffffff) return false
  return true
}

/** A single pixel, which no page is: the page is empty, or PDFium could draw nothing of it, and the viewer says so. */
function undrawn(): Promise<Buffer> {
  return sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
}

async function draw(pdfium: Pdfium, document: number, index: number) {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new Refused('unreadable')
  const [wide, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const scale = most.longestSide / Math.max(wide, high)
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
  if (isWhite(pixels)) return { picture: await undrawn(), width, height }
  const encode = (quality: number) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality })
      .toBuffer()
  const picture = await encode(80)
  return { picture: picture.length > most.largePicture ? await encode(50) : picture, width, height }
}

async function read(bytes: Uint8Array): Promise<PdfResult> {
  const pdfium = await startPdfium()
  const document = open(pdfium, bytes)
  const pageCount = check(pdfium, document, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const pages: Uint8Array[] = []
  let first: Awaited<ReturnType<typeof draw>> | undefined
  let pictureBytes = 0
  for (let index = 0; index < pageCount; index += 1) {
    const page = await draw(pdfium, document, index)
    const { picture } = page
    first ??= page
    pictureBytes += picture.length
    if (pictureBytes > most.pictures) throw new Refused('unreadable')
    pages.push(picture)
  }
  if (wantsTooMuch || !first) throw new Refused('unreadable')
  return { pages, thumbnail: await drawThumbnail(first.picture), width: first.width, height: first.height }
}

/** Reads a PDF. It never rejects: what PDFium cannot do, such as getting more memory, it reports by an exception of WebAssembly. */
export async function readPdf(bytes: Uint8Array): Promise<PdfResult> {
  wantsTooMuch = false
  return read(bytes).catch((error) => ({ refusal: error instanceof Refused ? error.refusal : 'unreadable' }))
}
