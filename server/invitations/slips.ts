import { accountName } from '../../contract/account-names.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { slipsAtATime } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { withShownName } from '../../contract/person-names.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../database/transaction.ts'
import { isLeftToProvider } from '../auth/auth.actions.ts'
import type { Letterhead, Part, Slip } from '../documents/blocks.ts'
import { quiet, slipsOnAPage } from '../documents/look.ts'
import { qrCodeOf } from '../documents/qr-code.ts'
import { streamDocument } from '../documents/render-document.ts'
import { sayIn } from '../http/language.ts'
import { makeInitialPasswords } from '../imports/passwords.actions.ts'
import { type Settings, sendsPasswordLinks } from '../settings.ts'
import type { SlipUser } from './invitations.queries.ts'

const words = messages.invitations

export interface SlipsDocument {
  users: readonly SlipUser[]
  /** The users who get a new initial password, as far as they never signed in. */
  passwordIds: ReadonlySet<number>
  actor: Actor
  language: Language
  letterhead: Letterhead
  /** Where to ask for a password; empty if the settings do not say. */
  contact: string
}

/**
 * The slips as a PDF, some pages at a time. The passwords of these pages are set just before they are drawn, and are in no other place than
 * the file: where it does not arrive, they are made again.
 */
export function slipsPdf(database: Database, settings: Settings, document: SlipsDocument): AsyncGenerator<Uint8Array> {
  const { users, passwordIds, actor, language, letterhead } = document
  const draw = slipDrawer(settings, document)

  async function* batches(): AsyncGenerator<Part[]> {
    for (const pages of inBatches(pagesOf(users))) {
      const ids = pages.flat().flatMap((user) => (passwordIds.has(user.id) && !isLeftToProvider(settings, user) ? user.id : []))
      const made = ids.length > 0 ? await makeInitialPasswords(database, actor, ids, true) : []
      const passwords = new Map(made.map(({ id, password }) => [id, password]))
      yield pages.map((page) => draw(page, passwords))
    }
  }

  const opening = { language, letterhead, title: words.slipsTitle, heading: words.slipsTitle, madeAt: new Date().toISOString() }
  return streamDocument(opening, batches())
}

/** A department begins on a page of its own, so that its slips can be handed over together. */
function pagesOf(users: readonly SlipUser[]): SlipUser[][] {
  const pages: SlipUser[][] = []
  for (const user of users) {
    const page = pages.at(-1)
    if (page && page.length < slipsOnAPage && page[0]?.department_name === user.department_name) page.push(user)
    else pages.push([user])
  }
  return pages
}

function inBatches(pages: readonly SlipUser[][]): SlipUser[][][] {
  const batches: SlipUser[][][] = []
  for (const page of pages) {
    const batch = batches.at(-1)
    if (batch && batch.flat().length + page.length <= slipsAtATime) batch.push(page)
    else batches.push([page])
  }
  return batches
}

function slipDrawer(settings: Settings, { language, letterhead, contact }: SlipsDocument) {
  const say = sayIn(language)
  // The address is never that of the Host header: see statements.
  const address = settings.PUBLIC_URL
  const code = address ? qrCodeOf(address) : undefined

  const slipOf = (user: SlipUser, department: string, password: string | undefined): Slip => {
    const { name, other_name } = withShownName(language, user)
    return {
      about: letterhead.portalTitle,
      title: accountName(say, name),
      subtitle: other_name ?? '',
      place: department,
      facts: [
        { label: messages.fields.username, value: user.username },
        ...(password ? [{ label: messages.forgottenPassword.initial, value: password }] : []),
        ...(address ? [{ label: words.address, value: address }] : []),
      ],
      note: password ? words.slipPassword : howToSignIn(settings, contact, user),
    }
  }

  return (users: readonly SlipUser[], passwords: ReadonlyMap<number, string>): Part => {
    const [first] = users
    const department = (first && localized(language, first, 'department_name')) ?? say(messages.departments.unknown)
    const slips = users.map((user) => slipOf(user, department, passwords.get(user.id)))
    return {
      blocks: [
        {
          at: 112,
          line: [
            { text: department, size: 10, weight: 600 },
            { text: words.cut, size: 8, colour: quiet, align: 'end' },
          ],
        },
        { at: 122, slips, ...(code ? { code } : {}) },
      ],
    }
  }
}

/** The way to a password for a user whose slip has none. */
function howToSignIn(settings: Settings, contact: string, user: SlipUser): Message {
  if (isLeftToProvider(settings, user)) return words.slipProvider({ name: settings.SSO_NAME })
  if (user.email && sendsPasswordLinks(settings))
    return words.slipForgot({ question: messages.forgottenPassword.question, email: user.email })
  return contact ? words.slipAskContact({ contact }) : words.slipAskOffice
}
