import { buffer } from 'node:stream/consumers'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { sayIn } from '../http/language.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import { createDocument } from '../statements/pdf-page.ts'
import { drawStatement, type StatementPage } from '../statements/statement-pdf.ts'

/** Runs in a process of its own (see statements-pdf.ts), for one document: begun, a few pages at a time, ended. */

export type Step =
  | { begin: { language: Language; branding: PdfBranding; termName: string; createdAt: string } }
  | { pages: StatementPage[] }
  | { end: true }

/** The part of the document that the step completed. */
export type StepResult = { bytes: Uint8Array } | { failure: string }

function begin({ language, branding, termName, createdAt }: Extract<Step, { begin: object }>['begin']) {
  const say = sayIn(language)
  const info = {
    Title: say(messages.results.statementsTitle({ term: termName })),
    Author: branding.universityName,
    Creator: branding.portalTitle,
    CreationDate: new Date(createdAt),
  }
  const page = createDocument(language, info, { autoFirstPage: false })
  // The outline of the document: departments, and below them their members.
  let department: { name: string; item: PDFKit.PDFOutline } | undefined
  return {
    pdf: page.pdf,
    add(content: StatementPage) {
      // Completes the page before, which is then written and forgotten.
      page.pdf.addPage()
      const { member } = content.statement
      const name = localized(language, member, 'department_name') ?? say(messages.departments.unknown)
      if (department?.name !== name) department = { name, item: page.pdf.outline.addItem(name) }
      department.item.addItem(member.name)
      drawStatement(page, branding, content)
    },
  }
}

let document: ReturnType<typeof begin> | undefined

async function run(step: Step): Promise<Uint8Array> {
  if ('begin' in step) document = begin(step.begin)
  if (!document) throw new Error('there is no document yet')
  if ('end' in step) {
    document.pdf.end()
    return buffer(document.pdf)
  }
  if ('pages' in step) for (const content of step.pages) document.add(content)
  return (document.pdf.read() as Buffer | null) ?? Buffer.alloc(0)
}

process.on('message', (step: Step) => {
  run(step)
    .then((bytes): StepResult => ({ bytes }))
    .catch((error: unknown): StepResult => ({ failure: String(error instanceof Error ? error.stack : error) }))
    .then((result) => process.send?.(result))
})
// The server has exited.
process.on('disconnect', () => process.exit())
