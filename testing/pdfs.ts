import { deflateSync } from 'node:zlib'

/** PDF files written by hand, so that a test knows every byte of them. */

interface Parts {
  /** Further pages in the tree: their object numbers. */
  kids?: string
  /** Further entries of the catalog, of the first page, of the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  /** Objects from number 5 on; 1 is the catalog, 2 the tree of pages, 3 the first page, 4 its content. */
  objects?: readonly (string | Buffer)[]
  mediaBox?: string
  content?: string | Buffer
  /** How often the first page is in the document, and what the tree says about it. */
  copies?: number
  count?: number
}

export function stream(dictionary: string, data: string | Buffer): Buffer {
  const bytes = Buffer.from(data)
  return Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])
}

export function makePdf({
  catalog = '',
  page = '',
  trailer = '',
  objects = [],
  mediaBox = '0 0 595 842',
  content = '0.2 0.4 0.8 rg 100 100 300 500 re f',
  kids = '',
  copies = 1,
  count = copies,
}: Parts = {}): Buffer {
  return fileOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(copies)}${kids}] /Count ${count} >>`,
      `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] ${page.includes('/Contents') ? '' : '/Contents 4 0 R'} ${page} >>`,
      stream('', content),
      ...objects,
    ],
    trailer,
  )
}

/** With a table of where each object stands. */
function fileOf(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets = objects.map((object, index) => {
    const bytes = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    const offset = length
    parts.push(bytes)
    length += bytes.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** The same catalog in a compressed object stream, as most programs write it: no word of it stands in the file. */
export function makeCompressedPdf(catalog: string): Buffer {
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const inside = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let at = 0
  const places = inside.map((object, index) => {
    const place = `${index + 1} ${at}`
    at += object.length + 1
    return place
  })
  const first = `${places.join(' ')} `
  const objectStream = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    stream(
      `/Type /ObjStm /N ${inside.length} /First ${first.length} /Filter /FlateDecode`,
      deflateSync(`${first}${inside.join(' ')}`),
    ),
    Buffer.from('\nendobj\n'),
  ])
  const xrefAt = header.length + objectStream.length
  const row = (type: number, place: number, index: number) => [type, place >> 16, (place >> 8) & 255, place & 255, index]
  const rows = [row(0, 0, 255), row(2, 4, 0), row(2, 4, 1), row(2, 4, 2), row(1, header.length, 0), row(1, xrefAt, 0)]
  const xref = Buffer.concat([
    Buffer.from('5 0 obj\n'),
    stream('/Type /XRef /Size 6 /W [1 3 1] /Root 1 0 R /Filter /FlateDecode', deflateSync(Buffer.from(rows.flat()))),
    Buffer.from(`\nendobj\nstartxref\n${xrefAt}\n%%EOF\n`),
  ])
  return Buffer.concat([header, objectStream, xref])
}

/** 2.7 GB of one byte in some kilobytes: 128 times the byte, in two; then compressed. */
const grayPixels = () => deflateSync(Buffer.alloc(42_187_500, Buffer.from([129, 0x55])), { level: 9 })

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const field = (more: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [10 10 90 30] /P 3 0 R ${more} >>`

/** A script in every place that has one. */
export const scripted: Record<string, () => Buffer> = {
  'when it opens': () => makePdf({ catalog: `/OpenAction ${script}` }),
  'when it opens, in other letters': () => makePdf({ catalog: '/OpenAction << /S /J#61vaScr#69pt /J#53 (app.alert\\(1\\)) >>' }),
  'when it opens, in a stream': () =>
    makePdf({ catalog: '/OpenAction << /S /J#61vaScript /JS 5 0 R >>', objects: [stream('', 'app.alert(1)')] }),
  'when it opens, after another action': () =>
    makePdf({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [${script}] >>` }),
  'when it is closed or printed': () => makePdf({ catalog: `/AA << /WC ${script} >>` }),
  'in the tree of names': () => makePdf({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', objects: [script] }),
  'when a page opens': () => makePdf({ page: `/AA << /O ${script} >>` }),
  'behind a link': () => makePdf({ page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A ${script} >>]` }),
  'behind an annotation': () =>
    makePdf({ page: `/Annots [<< /Type /Annot /Subtype /Screen /Rect [0 0 99 99] /AA << /PO ${script} >> >>]` }),
  'in a field of a form': () =>
    makePdf({ catalog: '/AcroForm << /Fields [5 0 R] >>', page: '/Annots [5 0 R]', objects: [field(`/AA << /K ${script} >>`)] }),
  'in a bookmark': () =>
    makePdf({
      catalog: '/Outlines 5 0 R',
      objects: ['<< /First 6 0 R /Last 6 0 R /Count 1 >>', `<< /Title (a) /Parent 5 0 R /A ${script} >>`],
    }),
  'in a form of its own kind (XFA)': () =>
    makePdf({ catalog: '/AcroForm << /Fields [] /XFA 5 0 R >>', objects: [stream('', '<xdp:xdp/>')] }),
  'in a compressed object': () => makeCompressedPdf(`/OpenAction ${script}`),
  'in an object that nothing leads to': () => makePdf({ objects: [script] }),
  'in a version that was replaced': () => {
    const first = makePdf({ catalog: `/OpenAction ${script}` })
    const at = first.length
    const xref = `xref\n1 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
    const before = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
    return Buffer.concat([
      first,
      Buffer.from(
        `${catalog}${xref}trailer\n<< /Size 5 /Root 1 0 R /Prev ${before} >>\nstartxref\n${at + catalog.length}\n%%EOF\n`,
      ),
    ])
  },
  'behind a stream that pretends to end': () =>
    makePdf({
      catalog: '/First 5 0 R /Second 6 0 R /Third 7 0 R',
      objects: [stream('', 'endstream endobj 9 0 obj ('), '<< /S /J#61vaScript /J#53 (1) >>', '<< /B () >>'],
    }),
  'as a program to start': () => makePdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
}

/** A file in every place that has one. */
export const attached: Record<string, () => Buffer> = {
  'in the tree of names': () =>
    makePdf({
      catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 5 0 R] >> >>',
      objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>', stream('/Type /EmbeddedFile', 'MZ')],
    }),
  'behind an annotation': () =>
    makePdf({
      page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 5 0 R >>]',
      objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>', stream('', 'MZ')],
    }),
  'as an associated file': () =>
    makePdf({
      catalog: '/AF [5 0 R]',
      objects: ['<< /Type /Filespec /F (a.xml) /AFRelationship /Data /EF << /F 6 0 R >> >>', stream('', '<a/>')],
    }),
  'in a compressed object': () => makeCompressedPdf('/AF [<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>]'),
}

const drawnImage = (width: number, height: number, data: Buffer, more: string) =>
  makePdf({
    page: '/Resources << /XObject << /I 5 0 R >> >>',
    content: 'q 595 0 0 842 0 0 cm /I Do Q',
    objects: [
      stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB ${more}`,
        data,
      ),
    ],
  })

/** Small files that need much memory or time. */
export const bombs: Record<string, () => Buffer> = {
  'an image of 900 million pixels': () => drawnImage(30_000, 30_000, grayPixels(), '/Filter [/FlateDecode /RunLengthDecode]'),
  'a page with 600 MB of content': () =>
    makePdf({
      page: '/Contents 5 0 R',
      objects: [
        stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(Buffer.alloc(600 * 2 ** 20, ' '), { level: 1 }))),
      ],
    }),
  'pictures in pictures in pictures': () =>
    makePdf({
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      content: '/X Do '.repeat(30),
      objects: Array.from({ length: 12 }, (_, index) =>
        stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /I true >> /Resources << /XObject << /X ${6 + index} 0 R >> >>`,
          index === 11 ? '0 0 595 842 re f' : '/X Do '.repeat(30),
        ),
      ),
    }),
}
