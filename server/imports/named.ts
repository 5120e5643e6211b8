import { typeName } from '../../contract/codes.ts'
import type { optionalLine, optionalParagraph, translationsOf } from '../../contract/fields.ts'
import { type ColumnOf, importDeclarations } from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { perTranslation, type TranslatedLanguage, translatedLanguages } from '../../contract/languages/languages.ts'
import { faculties, type NamedFaculty } from '../faculties/faculties.queries.ts'
import { recorded } from './batches/import-change.ts'
import { textCell } from './cells.ts'
import { excerpt } from './checked-row.ts'
import type { Column, Declaration, KnownOf, MatchOf } from './declaration.ts'
import { namedImports } from './named-imports.queries.ts'
import { inSlices } from './slices.ts'

export type NamedKind = 'departments' | 'activities'
export type NamedColumn = ColumnOf<'departments'> | ColumnOf<'activities'>
export type NamedValues = Record<Exclude<NamedColumn, 'score'>, string> & { score: number }

/** The faculties, of which a department may name one. */
export interface NamedScope {
  faculties: NamedFaculty[]
}
export type KnownNamed = KnownOf<NamedValues> & { faculty_id?: number | null }

/** The row of the database to which a row of the file refers. */
export interface NamedMatch extends MatchOf<NamedValues> {
  name_key: string
  /** The row with this name in any language; where two have it, the English name wins. */
  known: KnownNamed | null
  /** The ids of the rows that have the translated names now, by language. */
  owners: Readonly<Record<string, number>> | null
}

const subjects = { departments: 'department', activities: 'activity' } as const

type Own = 'columns' | 'newNeeds' | 'notImported' | 'otherHeadings' | 'changes'

/** A declaration of departments or activities: rows that their name identifies, in any language. */
export function namedImport(
  kind: NamedKind,
  own: Pick<Declaration<NamedValues, NamedMatch, NamedScope>, Own>,
): Declaration<NamedValues, NamedMatch, NamedScope> {
  const { sameNameInRow, nothingNamed } = messages.imports
  return {
    kind,
    ...own,
    neededColumns: [['name']],
    identity: ['name'],
    whoOf: (text) => text('name').slice(0, 200),
    nameOf: ({ who, known }) => (known && known.name !== who ? known.name : null),
    open: async (sql) => ({ faculties: await faculties(sql).all() }),
    choices: async (_, scope) => ({
      ...(scope.faculties.length > 0 && { faculty: scope.faculties.map(({ name, names }) => ({ value: name, names })) }),
    }),
    targetOf: () => kind,

    async match(tx, rows) {
      const named = rows.flatMap(({ row, values }) =>
        values.name === undefined
          ? []
          : [{ row, name: values.name, names: perTranslation((language) => values[`names.${language}`]) }],
      )
      return { matches: await namedImports(tx, kind).match(named) }
    },

    uniqueOf: ({ who, values, match, known }) => [
      // Two names of the same row are the same.
      { column: 'name', key: known ? `id ${known.id}` : match && `name ${match.name_key}`, value: who, sameInRow: sameNameInRow },
      ...translatedLanguages.map((language) => ({
        column: `names.${language}` as const,
        key: values[`names.${language}`]?.toLowerCase(),
        value: values[`names.${language}`] ?? '',
        sameInRow: sameNameInRow,
        owner: match?.owners?.[language],
        taken: messages[kind].nameTaken,
      })),
    ],

    problems: ({ who }, repeated) => (who ? repeated : [{ column: 'name', message: nothingNamed }, ...repeated]),

    lock: async (tx, _, idsToChange) => namedImports(tx, kind).lock(await idsToChange()),

    async write(tx, { added, changed }, { by, scope }) {
      const tables = namedImports(tx, kind)
      const ids = new Map(scope.faculties.map(({ name, id }) => [name, id]))
      // A faculty that the file does not name stays, also one that was removed.
      const values = (rows: typeof added) =>
        rows.map(({ after: { faculty, ...after }, known }) =>
          kind === 'departments' ? { ...after, faculty_id: faculty ? ids.get(faculty) : known?.faculty_id } : after,
        )
      const changes = await recorded(tx, subjects[kind], changed, async () => {
        const stored = await inSlices(values(added), (slice) => tables.add(slice, by))
        await inSlices(values(changed), (slice) => tables.edit(slice, by))
        const idOf = new Map(stored.map(({ id, name }) => [name, id]))
        return added.map(({ row, after }) => ({ row, id: idOf.get(after.name ?? '') ?? 0 }))
      })
      return { changes }
    },

    /** The template has the existing rows, so that only translations are typed. */
    async template(sql) {
      const { columns, all } = namedImports(sql, kind)
      const cell = (row: KnownNamed, column: NamedColumn) =>
        column === 'type' ? typeName(String(row.type)) : (row[column] ?? null)
      // A portal without faculties has no column of them.
      const hasFaculties = (await faculties(sql).all()).length > 0
      const shown = columns.filter((column) => column !== 'faculty' || hasFaculties)
      const headings: Readonly<Record<string, Message>> = importDeclarations[kind].columns
      return {
        header: shown.flatMap((column) => headings[column] ?? []),
        rows: (await all()).map((row) => shown.map((column) => cell(row, column))),
      }
    },
  }
}

type TextSchema = ReturnType<typeof optionalLine> | ReturnType<typeof optionalParagraph>

/** The columns of the translations of a field: `names.ckb`. */
export function translationCells<Field extends 'names' | 'descriptions' | 'kinds' | 'places'>(
  field: Field,
  schema: ReturnType<typeof translationsOf<TextSchema>>,
) {
  const cells = Object.entries(schema.unwrap().shape).map(([language, text]) => [`${field}.${language}`, shortenedCell(text)])
  return Object.fromEntries(cells) as Record<`${Field}.${TranslatedLanguage}`, Column<string>>
}

/** A text that is shown in part: descriptions are long. */
export function shortenedCell(schema: Parameters<typeof textCell>[0]): Column<string> {
  return { ...textCell(schema), show: excerpt }
}
