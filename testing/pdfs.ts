import { deflateSync } from 'node:zlib'

/** PDF files written by hand, so that a test knows every byte of them. */

interface Parts {
  /** The object numbers of further pages in the tree. */
  kids?: string
  /** Further entries of the catalog, of the first page, of the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  /** Objects from number 5 on; 1 is the catalog, 2 the tree of pages, 3 the first page, 4 its content. */
  objects?: readonly (string | Buffer)[]
  mediaBox?: string
  content?: string | Buffer
  /** The number of times that the first page is in the document, and the number that the tree states. */
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

/** A PDF file with a table of the positions of its objects. */
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

/** A PDF with this catalog in a compressed object stream, as most programs write it: no word of it stands in the file. */
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

/** The bytes of 2.7 GB of pixels, in some kilobytes: two bytes stand for 128 times the same byte, and are then compressed. */
const grayPixels = () => deflateSync(Buffer.alloc(42_187_500, Buffer.from([129, 0x55])), { level: 9 })

/** A PDF with another catalog behind it, as programs save a change: the former one is still in the file. */
function replaced(first: Buffer): Buffer {
  const at = first.length
  const xref = `xref\n1 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
  const before = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R /Prev ${before} >>\nstartxref\n${at + catalog.length}\n%%EOF\n`
  return Buffer.concat([first, Buffer.from(`${catalog}${xref}${trailer}`)])
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const field = (more: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [10 10 90 30] /P 3 0 R ${more} >>`

/** PDFs with a script in every place that can have one. */
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
  'in a version that was replaced': () => replaced(makePdf({ catalog: `/OpenAction ${script}` })),
  'in a version that was replaced, in other letters': () =>
    replaced(makePdf({ catalog: '/OpenAction << /S /#4Aava#53cript /#4A#53 (app.alert\\(1\\)) >>' })),
  'in a version that was replaced, in a compressed object': () => replaced(makeCompressedPdf(`/OpenAction ${script}`)),
  'behind a stream that pretends to end': () =>
    makePdf({
      catalog: '/First 5 0 R /Second 6 0 R /Third 7 0 R',
      objects: [stream('', 'endstream endobj 9 0 obj ('), '<< /S /J#61vaScript /J#53 (1) >>', '<< /B () >>'],
    }),
}

const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A ${action} >>]`
const share = '(\\\\\\\\host\\\\share\\\\a.pdf)'
const address = '<< /S /URI /URI (https://example.org/) >>'
const actions: Record<string, string> = {
  Launch: '<< /S /Launch /F (cmd.exe) >>',
  GoToR: `<< /S /GoToR /F ${share} /D [0 /Fit] >>`,
  GoToE: `<< /S /GoToE /F ${share} /D (a) /T << /R /C /N (a) >> >>`,
  SubmitForm: '<< /S /SubmitForm /F << /FS /URL /F (https://example.org/) >> >>',
  ImportData: `<< /S /ImportData /F ${share} >>`,
  Rendition: '<< /S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D (https://example.org/a.mp4) >> >> >>',
  Movie: '<< /S /Movie /T (a) >>',
  Sound: '<< /S /Sound /Sound 5 0 R >>',
}

/** PDFs that make a viewer act by itself, or ask others to: everything but showing another place of the same file. */
export const acting: Record<string, () => Buffer> = {
  ...Object.fromEntries(
    Object.entries(actions).map(([kind, action]) => [
      `${kind} when it opens`,
      () => makePdf({ catalog: `/OpenAction ${action}` }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(actions).map(([kind, action]) => [`${kind} behind a link`, () => makePdf({ page: link(action) })]),
  ),
  'a picture that is replaced by one of another file': () =>
    makePdf({
      objects: [stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (https://example.org/a.pdf) /Page 0 >>', '')],
    }),
  'a picture that a print server replaces': () =>
    makePdf({
      objects: [stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /OPI << /2.0 << /F (//host/share/a.tif) >> >>', '')],
    }),
  'an address when it opens': () => makePdf({ catalog: `/OpenAction ${address}` }),
  'an address when it opens, in another object': () => makePdf({ catalog: '/OpenAction 5 0 R', objects: [address] }),
  'an address when it opens, its kind in another object': () =>
    makePdf({ catalog: '/OpenAction << /S 5 0 R /URI (https://example.org/) >>', objects: ['/URI'] }),
  'an address when it opens, in a compressed object': () => makeCompressedPdf(`/OpenAction ${address}`),
  'an address when it opens, in a version that was replaced': () => replaced(makePdf({ catalog: `/Open#41ction ${address}` })),
  'an address when it opens, after a place': () =>
    makePdf({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>`, objects: [address] }),
  'an address when a page opens': () => makePdf({ page: `/AA << /O ${address} >>` }),
  'an address when the pointer is over it': () =>
    makePdf({ page: `/Annots [<< /Type /Annot /Subtype /Screen /Rect [0 0 99 99] /AA << /E ${address} >> >>]` }),
  'an address for one viewer, a place for another': () =>
    makePdf({ catalog: '/OpenAction << /S /URI /S /GoTo /D [3 0 R /Fit] /URI (https://example.org/) >>' }),
  'printing when it opens': () => makePdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }),
  'another file when it opens, hidden in a text': () =>
    makePdf({ catalog: `/Note (9 0 obj ${actions['GoToR']?.replaceAll('(', '\\(').replaceAll(')', '\\)')} endobj)` }),
  'a film on a page': () =>
    makePdf({ page: `/Annots [<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F ${share} >> >>]` }),
  'a sound on a page': () => makePdf({ page: '/Annots [<< /Type /Annot /Subtype /Sound /Rect [0 0 9 9] /Sound 4 0 R >>]' }),
  'content in another file': () => makePdf({ page: '/Contents 5 0 R', objects: [stream(`/F ${share}`, '')] }),
}

/** PDFs that look like one of those and are harmless. */
export const harmless: Record<string, () => Buffer> = {
  'a link to an address': () => makePdf({ page: link(address) }),
  'a link to another page': () => makePdf({ page: link('<< /S /GoTo /D [3 0 R /Fit] >>') }),
  'a place where it opens': () => makePdf({ catalog: '/OpenAction [3 0 R /FitH 842]' }),
  'an action to a place where it opens': () =>
    makePdf({ catalog: '/OpenAction 5 0 R', objects: ['<< /Type /Action /S /GoTo /D [3 0 R /XYZ null null null] >>'] }),
  'many places one after the other': () =>
    makePdf({
      catalog: '/OpenAction 5 0 R',
      objects: Array.from(
        { length: 16 },
        (_, index) => `<< /S /GoTo /D [3 0 R /Fit] /Next [${`${Math.min(6 + index, 20)} 0 R `.repeat(10)}] >>`,
      ),
    }),
  'a bookmark with an address': () =>
    makePdf({
      catalog: '/Outlines 5 0 R',
      objects: ['<< /First 6 0 R /Last 6 0 R /Count 1 >>', `<< /Title (a) /Parent 5 0 R /A ${address} >>`],
    }),
  'a font named JS, EF, AA, XFA or 3D': () =>
    makePdf({
      page: `/Resources << /Font << ${['JS', 'EF', 'AA', 'XFA', '3D'].map((name) => `/${name} 5 0 R`).join(' ')} >> /XObject << /AA 6 0 R >> >>`,
      content: '0 0 1 rg BT /JS 24 Tf 100 700 Td (Certificate) Tj ET',
      objects: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >>', ''),
      ],
    }),
  'words of a script in its text': () =>
    makePdf({
      catalog: '/Note (see /JS \\(x\\) and /EF, /S /Launch)',
      content: '0 0 1 rg 9 9 99 99 re f BT (/S /JavaScript /JS /EF) Tj ET',
    }),
  'a version that was replaced': () => replaced(makePdf()),
  'a version that was replaced, compressed': () => replaced(makeCompressedPdf('')),
}

/** PDFs with a file in every place that can have one. */
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
