import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { Step } from '../database/embedded.ts'
import { type Caller, openStage, type Server, signInPeople } from './stage.ts'

const size = { staff: 10, postings: 50 }
const scans = { files: 5, pages: 4, bytes: 9.2 * 2 ** 20 }

/** Measures by how much one form with 46 MB of scans raises the peak memory of the server process. It works on Linux alone. */
export async function benchForms(step: Step) {
  const stage = await openStage({ profile: false }, step)
  try {
    const server = await stage.portal(size)
    const { members } = await signInPeople(server, size)
    const scan = await makeScan(scans.bytes)
    const [first, ...others] = members
    // What is loaded or allocated once is no part of the form.
    if (first) await post(server, first, [await makeScan(2 ** 20)])
    const rows: Record<string, unknown>[] = []
    for (const member of others.slice(0, 3)) {
      const before = memory(server, 'VmRSS')
      // From here on, the highest is that of this form.
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
      const files = Array<Buffer>(scans.files).fill(scan)
      await step(`A form of ${((scan.length * scans.files) / 2 ** 20).toFixed(1)} MB`, () => post(server, member, files))
      const highest = memory(server, 'VmHWM')
      rows.push({
        'before, MB': before,
        'highest, MB': highest,
        'added, MB': highest - before,
        'after, MB': memory(server, 'VmRSS'),
      })
    }
    console.table(rows)
  } finally {
    await stage.close()
  }
}

function memory({ pid }: Server, line: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** A PDF of pages that a scanner has written: one picture each. */
async function makeScan(bytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt(bytes / scans.pages / 0.665))
  const picture = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer()
  const document = new PDFDocument({ autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (let page = 0; page < scans.pages; page += 1) {
    // The same picture again would be stored once.
    const own = Buffer.concat([picture, Buffer.from([page])])
    document.addPage().image(own, 0, 0, { width: 500 })
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}

async function post(server: Server, { cookie }: Caller, files: readonly Buffer[]) {
  const address = `http://127.0.0.1:${server.port}`
  const { availableActivities } = (await (
    await fetch(`${address}/posted-activities/available`, { headers: { cookie } })
  ).json()) as { availableActivities: { id: number }[] }
  const form = new FormData()
  form.set('activity_id', String(availableActivities[0]?.id))
  form.set('starting_date', new Date().toISOString().slice(0, 10))
  for (const file of files) form.append('files', new Blob([new Uint8Array(file)]), 'scan.pdf')
  const reply = await fetch(`${address}/posted-activities`, { method: 'POST', headers: { cookie }, body: form })
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`)
}
