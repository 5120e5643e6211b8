import { type ReactNode, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { mostScoredAtOnce } from '../../contract/limits.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSetScores } from '../entities/scores/scoring.api.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatTenths } from '../ui/numbers.ts'
import type { BlockCell, BlockLine, ScoreBlock } from './score-block.ts'
import { useScoreEditing } from './score-editing.tsx'

type Props = {
  termId: number
  block: ScoreBlock
  /** Takes the scores as they are now, after a refusal. */
  onReload: () => void
  onSaved: () => void
  onClose: () => void
}

type Refused = { message: Message; cells: ReadonlyMap<string, Message> }

/** What a block of scores would change, row by row, and the button that saves all of it or nothing. */
export function BlockPreview({ termId, block, onReload, onSaved, onClose }: Props) {
  const say = useSay()
  const setScores = useSetScores()
  const { blockSaved } = useScoreEditing()
  const [isSaving, setIsSaving] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const words = messages.scoreSheet
  const { lines, changes, same, problems } = block
  const isTooMany = new Set(changes.map(({ memberId }) => memberId)).size > mostScoredAtOnce

  async function save() {
    setIsSaving(true)
    setRefused(undefined)
    try {
      await setScores(termId, changes)
      blockSaved(changes)
      onSaved()
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : []
      setRefused({
        message: refusalOf(error) ?? words.saveFailed,
        cells: new Map(errors.map(({ field, message }) => [field, message])),
      })
      setIsSaving(false)
    }
  }

  const facts = [
    ...(changes.length > 0 ? [words.changes({ count: changes.length })] : [words.nothing]),
    ...(same > 0 ? [words.same({ count: same })] : []),
  ]
  return (
    <div className="space-y-4">
      {refused && (
        <Banner kind="bad">
          <p>{say(refused.message)}</p>
          {refused.cells.size > 0 && (
            <Button
              size="small"
              className="mt-2"
              onClick={() => {
                setRefused(undefined)
                onReload()
              }}
            >
              {say(words.reviewAgain)}
            </Button>
          )}
        </Banner>
      )}
      {problems > 0 && <Banner kind="bad">{say(words.problems({ count: problems }))}</Banner>}
      {isTooMany && <Banner kind="bad">{say(words.tooMany({ most: mostScoredAtOnce }))}</Banner>}
      <p className="font-medium">
        <bdi>{facts.map(say).join(say(messages.general.factSeparator))}</bdi>
      </p>
      {lines.length > 0 && <Lines lines={lines} refused={refused?.cells} />}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button disabled={isSaving} onClick={onClose}>
          {say(messages.actions.cancel)}
        </Button>
        <Button
          look="primary"
          busy={isSaving}
          disabled={changes.length === 0 || problems > 0 || isTooMany || Boolean(refused?.cells.size)}
          onClick={() => void save()}
        >
          {say(words.save({ count: changes.length }))}
        </Button>
      </div>
    </div>
  )
}

/** The number of rows that a slow computer renders within 100 ms. */
const rowsAtOnce = 40
const headCell = 'sticky top-0 z-10 border-b border-line bg-sunk py-1.5 pe-3 text-start font-medium'
const bodyCell = 'border-b border-line py-1.5 pe-3 align-top'

/** The table renders more rows near its end; those with problems come first. */
function Lines({ lines, refused }: { lines: readonly BlockLine[]; refused: Refused['cells'] | undefined }) {
  const say = useSay()
  const [drawn, setDrawn] = useState(rowsAtOnce)
  const isRefused = ({ member, cells }: BlockLine) => cells.some(({ column }) => refused?.has(`${member?.id}.${column}`))
  const rank = (line: BlockLine) => (line.problems.length > 0 || isRefused(line) ? 0 : 1)
  const ordered = lines.toSorted((one, other) => rank(one) - rank(other))

  function drawMore({ scrollTop, clientHeight, scrollHeight }: HTMLElement) {
    if (drawn < ordered.length && scrollTop + 3 * clientHeight > scrollHeight) setDrawn(drawn + rowsAtOnce)
  }

  const { preview } = messages.scoreSheet
  const { columns } = messages.scoring
  return (
    <section
      aria-label={say(preview)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
      tabIndex={0}
      onScroll={(event) => drawMore(event.currentTarget)}
      className="max-h-[min(24rem,45dvh)] overflow-auto overscroll-contain rounded-md border border-line bg-card"
    >
      <table aria-rowcount={ordered.length + 1} className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{say(preview)}</caption>
        <thead>
          <tr className="text-[0.8125rem] text-quiet">
            <th scope="col" className={`ps-4 ${headCell}`}>
              {say(messages.fields.name)}
            </th>
            <th scope="col" className={headCell}>
              {say(columns.tp)}
            </th>
            <th scope="col" className={headCell}>
              {say(columns.fb)}
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, drawn).map((line) => (
            <Line key={line.row} line={line} refused={refused} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ line: { member, cells, problems }, refused }: { line: BlockLine; refused: Refused['cells'] | undefined }) {
  const cellOf = (column: BlockCell['column']) => {
    const cell = cells.find((one) => one.column === column)
    return cell && <Change cell={cell} refused={refused?.get(`${member?.id}.${column}`)} />
  }
  if (!member)
    return (
      <tr>
        <td colSpan={3} className={`ps-4 ${bodyCell}`}>
          <Problems problems={problems} />
        </td>
      </tr>
    )
  return (
    <tr>
      <th scope="row" className={`ps-4 text-start font-medium max-sm:w-1/2 ${bodyCell}`}>
        <MemberName member={member} />
        <Problems problems={problems} />
      </th>
      <td className={bodyCell}>{cellOf('tp')}</td>
      <td className={bodyCell}>{cellOf('fb')}</td>
    </tr>
  )
}

function MemberName({ member }: { member: StaffMember }) {
  return (
    <div dir="auto" className="text-as-around wrap-anywhere">
      {member.name}
    </div>
  )
}

function Problems({ problems }: { problems: readonly Message[] }): ReactNode {
  const say = useSay()
  return problems.map((problem) => (
    <bdi key={say(problem)} className="block text-[0.8125rem] font-medium text-bad">
      {say(problem)}
    </bdi>
  ))
}

/** The former score and the new one; a score that stays is quiet. */
function Change({ cell: { from, to, farAbove }, refused }: { cell: BlockCell; refused: Message | undefined }) {
  const say = useSay()
  const before = from === null ? say(messages.scoring.notSet) : formatTenths(from)
  if (from === to)
    return (
      <bdi className="text-quiet">
        {before} ({say(messages.scoreSheet.unchanged)})
      </bdi>
    )
  return (
    <>
      <bdi className="sm:whitespace-nowrap">{say(messages.general.change({ from: before, to: formatTenths(to) }))}</bdi>
      {farAbove && <bdi className="block text-[0.8125rem] font-medium text-brass">{say(farAbove)}</bdi>}
      {refused && <bdi className="block text-[0.8125rem] font-medium text-bad">{say(refused)}</bdi>}
    </>
  )
}
