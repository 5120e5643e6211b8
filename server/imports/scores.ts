import { roles } from '../../contract/codes.ts'
import { type ColumnOf, importDeclarations } from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { latinDigits, readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, TpInput } from '../../contract/scoring.ts'
import type { Sql } from '../../database/connect.ts'
import { closedTerm } from '../http/who-changed.queries.ts'

import { type MostScores, rules } from '../rules/rules.queries.ts'
import { scores as storedScores } from '../scoring/scoring.queries.ts'
import { terms } from '../terms/terms.queries.ts'
import { scoreChanges } from './batches/import-change.ts'
import { parsed } from './cells.ts'
import { excerpt } from './checked-row.ts'
import type { Column, Declaration, KnownOf, MatchOf } from './declaration.ts'
import { imports } from './imports.queries.ts'
import { inSlices } from './slices.ts'

type ScoreValues = Record<ColumnOf<'scores'> & ('username' | 'email'), string> & Record<'tp' | 'fb', number>
/** A score is null if it is not set. */
export type ScoredMember = KnownOf<ScoreValues> & { role_id: number }

interface ScoreMatch extends MatchOf<ScoreValues> {
  /** The user by the username or else by the e-mail address. */
  known: ScoredMember | null
  emailOwner: number | undefined
}

interface Scope {
  /** Who imports the file. */
  by?: number
  termId: number
  most: MostScores
}

const { wrongValue, nobodyNamed, noUser, twoUsers, sameMemberInRow } = messages.imports
const { fields, grading, panels, scoring } = messages

/** The scores of members in a term. */
export const scores: Declaration<ScoreValues, ScoreMatch, Scope> = {
  kind: 'scores',
  columns: ({ most }) => ({
    username: { read: (text) => accountCell.read(latinDigits(text)) },
    email: accountCell,
    tp: scoreCell(TpInput.shape.tp, most.tp),
    fb: scoreCell(FeedbackInput.shape.fb, most.fb),
  }),
  neededColumns: [
    ['username', 'email'],
    ['tp', 'fb'],
  ],
  notImported: {
    name: fields.name,
    other_name: fields.otherName,
    degree: fields.degree,
    title: fields.title,
    department: fields.department,
    atts: scoring.columns.atts,
    acts: scoring.columns.acts,
    es: scoring.columns.escore,
    total: fields.total,
    grade: fields.grade,
    grade_with_feedback: grading.withFeedback,
    review: panels.review,
  },
  identity: ['username', 'email'],
  whoOf: (text) => (latinDigits(text('username')) || text('email')).normalize('NFC').slice(0, 254),
  unnamed: { column: null, message: nobodyNamed },
  nameOf: ({ known }) => known?.name ?? null,

  async open(sql, term, { by }) {
    const termId = await terms(sql).idOrCurrent(term)
    if ((await imports(sql).holdTerm(termId)) === 'closed') throw await closedTerm(sql, termId)
    return { termId, by, most: await rules(sql).mostScores(termId) }
  },
  targetOf: ({ termId }) => `scores ${termId}`,

  async match(tx, rows, { termId, by }) {
    const named = rows.map(({ row, values: { username = null, email = null } }) => ({ row, username, email }))
    const byUsername = new Set(named.flatMap(({ row, username }) => (username ? row : [])))
    const found = await imports(tx).matchMembers(named, termId, by)
    const matches = found.map(({ row, by_username, by_email }): [number, ScoreMatch] => [
      row,
      { known: byUsername.has(row) ? by_username : by_email, emailOwner: by_email?.id },
    ])
    return { matches: new Map(matches) }
  },
  uniqueOf: ({ who, known }) => [{ column: null, key: known?.id, value: who, sameInRow: sameMemberInRow }],

  problems({ who, values, match, known }, repeated) {
    const problems: Message[] = []
    const value = excerpt(who)
    if (!known && who) problems.push(noUser({ who: value }))
    if (known && known.role_id !== roles.staff) problems.push(wrongValue({ value, rule: scoring.onlyStaff }))
    if (known && values.username && values.email && match?.emailOwner !== known.id) problems.push(twoUsers)
    return [...problems.map((message) => ({ column: null, message })), ...repeated]
  },

  objections: ({ values, known }, changes, { most, by }) => {
    // Nobody sets their own scores. The own row of an exported file, which changes nothing, is none of that.
    if (known?.role_id === roles.staff && known.id === by && changes.length > 0)
      return [{ column: null, message: messages.heads.notOwnScore }]
    return (['tp', 'fb'] as const).flatMap((column) => {
      const to = values[column] ?? 0
      if (to <= most[column] || !changes.some((change) => change.column === column)) return []
      const rule = scoring.aboveMost({ most: formatPoints(most[column]) })
      return { column, message: wrongValue({ value: String(to), rule }) }
    })
  },

  lock: async (tx, _, idsToChange, { termId }) => imports(tx).lockScores(await idsToChange(), termId),

  async write(tx, { changed }, { scope: { termId } }) {
    const written = changed.flatMap(({ row, known, after: { tp = null, fb = null } }) =>
      known ? { row, userId: known.id, before: { tp: known.tp ?? null, fb: known.fb ?? null }, after: { tp, fb } } : [],
    )
    await writeScores(
      tx,
      written.map(({ userId, after }) => ({ id: userId, ...after })),
      termId,
    )
    return { changes: scoreChanges(written) }
  },
  termOf: ({ termId }) => termId,

  /** The members of the term with their scores, so that only numbers are typed. */
  async template(sql, viewer, termId) {
    const { username, tp, fb } = importDeclarations.scores.columns
    const members = await imports(sql).membersToScore(viewer, await terms(sql).idOrCurrent(termId))
    return {
      header: [username, fields.name, tp, fb],
      rows: members.map((member) => [member.username, member.name, member.tp, member.fb]),
    }
  },
}

/** Writes both scores of members, as an import does and its undo. */
export async function writeScores(
  tx: Sql,
  rows: readonly { id: number; tp: number | null; fb: number | null }[],
  termId: number,
): Promise<void> {
  // A term that holds its scores back gets drafts.
  const write = (await storedScores(tx).areHeld(termId)) ? storedScores(tx).setDrafts : imports(tx).setScores
  await inSlices(rows, (slice) => write(slice, termId))
}

/** A text that is too long or cannot be stored is no user's name. */
const accountCell: Column<string> = {
  read: (text) => {
    const name = text.normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
    return { value: name.length > 254 || /[\u0000-\u001f\ud800-\udfff]/u.test(name) ? undefined : name }
  },
}

function scoreCell(schema: typeof TpInput.shape.tp, most: number): Column<number> {
  const rule = scoring.rule({ most: formatPoints(most) })
  return {
    read: (text) =>
      parsed(schema, readNumber(text, 1), (problem) =>
        messages.imports.wrongScore({ value: excerpt(text.normalize('NFC')), problem, rule }),
      ),
  }
}
