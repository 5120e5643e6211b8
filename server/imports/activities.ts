import { ActivityInput } from '../../contract/activities.ts'
import { activityTypes, typeName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import { choiceCell, numberCell } from './cells.ts'
import { excerpt } from './checked-row.ts'
import { namedImport, shortenedCell, translationCells } from './named.ts'

const schema = ActivityInput.shape

const columns = {
  name: shortenedCell(schema.name),
  description: shortenedCell(schema.description),
  score: numberCell(schema.score, 2),
  type: choiceCell<string>(activityTypes, typeName),
  ...translationCells('names', schema.names),
  ...translationCells('descriptions', schema.descriptions),
  kind: shortenedCell(schema.kind),
  place: shortenedCell(schema.place),
  ...translationCells('kinds', schema.kinds),
  ...translationCells('places', schema.places),
}

export const activities = namedImport('activities', {
  columns: () => columns,
  newNeeds: ['description', 'score', 'type'],
  otherHeadings: { name: messages.fields.activity },
  changes: {
    /** The description of an exported file is in the language of the user who exported it. */
    description({ values: { description = '' }, known }) {
      const ofAllLanguages = translatedLanguages.map((language) => known?.[`descriptions.${language}`])
      if (known && [known.description, ...ofAllLanguages].includes(description)) return undefined
      return { from: known?.description ? excerpt(known.description) : null, to: excerpt(description) }
    },
  },
})
