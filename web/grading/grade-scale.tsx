import { titleCodes, titleName } from '../../contract/codes.ts'
import { type Bands, grades } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useIsPageAtLeast } from '../ui/page-size.ts'
import type { Position } from './position.ts'
import { bandsOf } from './scale-bands.ts'
import { TallScale } from './tall-scale.tsx'
import { WideScale } from './wide-scale.tsx'

type Props = { bands: Bands; position: Position | undefined }

/** The scale of grades as an image. On a phone it is vertical, so that its letters keep their size. */
export function GradeScale({ bands, position }: Props) {
  const say = useSay()
  const Scale = useIsPageAtLeast(56) ? WideScale : TallScale
  const { scaleTitle, scaleWithYou } = messages.grading
  const label = say(position ? scaleWithYou({ position: position.sentence }) : scaleTitle)
  return (
    <figure className="rounded-lg sm:my-auto border border-line bg-card p-3 shadow-soft sm:p-5">
      <Scale
        bands={bands}
        position={position}
        label={label}
        isMirrored={document.documentElement.dir === 'rtl'}
        direction={directionOf(useLanguage())}
      />
      <ScaleTable bands={bands} position={position} />
    </figure>
  )
}

/** The text alternative of the image. */
function ScaleTable({ bands, position }: Props) {
  const say = useSay()
  const { bandFrom, bandBetween } = messages.grading
  return (
    <div className="sr-only">
      <table>
        <caption>{say(messages.grading.scaleTitle)}</caption>
        <thead>
          <tr>
            <th scope="col">{say(messages.fields.title)}</th>
            {grades.map((grade) => (
              <th key={grade} scope="col">
                {grade}
              </th>
            ))}
            <th scope="col">{say(messages.grading.you)}</th>
          </tr>
        </thead>
        <tbody>
          {titleCodes.map((title) => (
            <tr key={title}>
              <th scope="row">{say(titleName(title))}</th>
              {bandsOf(bands, title).map(({ grade, from, to, isLast }) => (
                <td key={grade}>{say(isLast ? bandFrom({ from }) : bandBetween({ from, to }))}</td>
              ))}
              <td>{position?.title === title ? say(position.sentence) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
