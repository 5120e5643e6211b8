import { dayIn, formatMomentIn, isoMomentIn, writeOutWeekday } from '../../contract/dates.ts'
import type { CertificateFacts } from '../../contract/events.ts'
import type { Translations } from '../../contract/fields.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import { readableCode } from '../../contract/statements.ts'
import type { Block, Document, Foot, Letterhead } from '../documents/blocks.ts'
import { ink, quiet } from '../documents/look.ts'
import { qrCodeOf } from '../documents/qr-code.ts'
import { sayIn } from '../http/language.ts'
import type { StoredCertificate } from './certificates.queries.ts'

const { events: words, statementCheck: check, papers } = messages

interface CertificatePage {
  facts: CertificateFacts & { event_names: Translations; activity_names: Translations }
  issued: StoredCertificate
  /** The URL of the portal, if PUBLIC_URL is set. */
  address: string | undefined
  zone: string
}

/** Saturday, 3 April 2027, 09:30 to 11:00. */
export function sessionText(say: Say, zone: string, { begins_at, ends_at }: CertificateFacts['sessions'][number]): string {
  const clock = (moment: string) => isoMomentIn(zone, moment).slice(11, 16)
  const times = say(words.fromTo({ from: clock(begins_at), to: clock(ends_at) }))
  return say(papers.both({ first: writeOutWeekday(say, dayIn(zone, begins_at)), second: times }))
}

function blocksOf(language: Language, { facts, zone }: CertificatePage): Block[] {
  const say = sayIn(language)
  const event = localized(language, { name: facts.event, names: facts.event_names }, 'name')
  const activity = localized(language, { name: facts.activity, names: facts.activity_names }, 'name')
  return [
    { at: 150, paragraph: bothNames(language, facts), size: 22, weight: 600, below: 14 },
    { paragraph: words.certifies, size: 11, colour: quiet, below: 18 },
    { paragraph: event, size: 17, weight: 600, below: 4 },
    { paragraph: papers.both({ first: activity, second: facts.place }), size: 11, below: 14 },
    ...facts.sessions.map((session): Block => ({ paragraph: sessionText(say, zone, session), size: 11, below: 3 })),
    { paragraph: '', below: 30 },
    { signatures: [papers.office], hint: messages.results.nameAndDate, stamp: papers.stamp, below: 26 },
  ]
}

function footOf(language: Language, { facts, issued, address, zone }: CertificatePage): Foot {
  const code = readableCode(issued.code)
  const checkAddress = address && `${address}/check/${code}`
  const moment = formatMomentIn(sayIn(language), zone, issued.issued_at)
  return {
    lines: [
      { text: code, size: 13, weight: 600, colour: ink },
      { text: checkAddress ? check.checkAt({ address: checkAddress }) : check.checkInPortal, size: 9, colour: ink },
      { text: papers.both({ first: facts.name, second: check.issuedOn({ moment }) }) },
      { text: `SHA-256 ${issued.checksum}` },
    ],
    qrCode: checkAddress ? qrCodeOf(checkAddress) : undefined,
    number: messages.results.page({ page: 0, pages: 0 }),
  }
}

/** A certificate of attendance. The same one in the same language gives the same bytes. */
export function certificateDocument(language: Language, page: CertificatePage, letterhead: Letterhead): Document {
  return {
    ...{ language, letterhead, madeAt: page.issued.issued_at },
    title: words.certificateOf({ name: page.facts.name }),
    heading: words.certificate,
    blocks: blocksOf(language, page),
    foot: footOf(language, page),
  }
}
