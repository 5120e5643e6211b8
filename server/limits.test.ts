import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Names that look like a limit and are none, or that are the length of one field and stand in its schema. */
const others: Record<string, string> = {
  'contract/fields.ts: largestId': 'the largest number that PostgreSQL has for it',
  'contract/portal-settings.ts: longestShortTitle': 'the length of a field',
  'contract/portal-settings.ts: longestText': 'the length of a field',
  'contract/posted-activities.ts: longestLink': 'the length of a field',
  'contract/questions.ts: longestText': 'the length of a field',
  'server/calendar/icalendar.ts: longestLine': 'the longest line of an iCalendar file',
  'server/http/language-cookie.ts: yearSeconds': 'a year, for a cookie',
  'server/imports/xlsx-table.ts: mostSheetRows': 'the largest sheet that the format has',
  'server/review/posting-history.ts: oneSaveMs': 'which records belong together',
}

/** Numbers that are named like a limit, or are written where one is expected. */
const definitions = [
  /\bconst (\w+(?:Ms|Bytes|Seconds|Minutes|AtATime)|(?:most|largest|longest|max|least)[A-Z]\w*|pageSize)(?:: \w+)? = \d[\d_.]*(?: [*+] \w+)*$/gm,
  /\b(memoryMb|bodyLimit|concurrency|maxPerPerson|maxWaiting|windowSeconds|limitInputPixels|connectionTimeout|socketTimeout): \d/g,
  /\b(limitConcurrency)\(\d+, \d/g,
]

test('no other file of the server defines a size, a time or a count', () => {
  const found = ['contract', 'server', 'database']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter(
      (file) => /\.ts$/.test(file) && !/\.test\.ts$|^contract\/limits\.ts$|^contract\/languages\/|^database\/demo/.test(file),
    )
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return definitions.flatMap((definition) => [...code.matchAll(definition)].map(([, name]) => `${file}: ${name}`))
    })
  expect(found.sort()).toEqual(Object.keys(others).sort())
})
