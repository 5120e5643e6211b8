import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { HandbookGroup, HandbookPage, HandbookPageReply } from '../../contract/handbook.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { downloadHandbook, useHandbook } from './handbook.api.ts'
import { HandbookPageView } from './handbook-page.tsx'
import { pageOfPanel } from './pages-of-panels.ts'

const words = messages.handbook

/** What the dialog opens with: a page, or the one about a panel. */
export type HelpTopic = HandbookPage | { dashboard: string; tab: string }

type Props = { topic: HelpTopic; onClose: () => void }

/** The handbook: the pages that the reader may see, one at a time. */
export function HelpDialog({ topic, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { data, error, isFetching, refetch } = useHandbook(language)
  const [name, setName] = useState(typeof topic === 'string' ? topic : pageOfPanel(topic.dashboard, topic.tab))
  const [isDownloading, setIsDownloading] = useState(false)

  async function download() {
    setIsDownloading(true)
    try {
      await downloadHandbook(say, language)
    } catch (cause) {
      toast(refusalOf(cause) ?? words.pdfFailed, { kind: 'bad', topic: 'handbook' })
    } finally {
      setIsDownloading(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={say(words.title)} description={say(words.about)} wide="table" onPhone="full">
      {error && !data ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
      ) : !data ? (
        <p role="status" className="flex min-h-96 items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : (
        <>
          <Reader pages={data.pages} name={name} onChoose={setName} />
          <div className="mt-5 border-t border-line pt-4">
            <Button onClick={download} busy={isDownloading}>
              <Download aria-hidden="true" className="size-4" />
              {say(words.pdf)}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

type ReaderProps = { pages: readonly HandbookPageReply[]; name: HandbookPage | undefined; onChoose: (page: HandbookPage) => void }

function Reader({ pages, name, onChoose }: ReaderProps) {
  const say = useSay()
  const heading = useRef<HTMLHeadingElement>(null)
  // A right that ended takes its page along.
  const open = Math.max(
    0,
    pages.findIndex(({ page }) => page === name),
  )
  const page = pages[open]
  const [before, after] = [pages[open - 1], pages[open + 1]]
  const isChosen = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves to each page that is chosen.
  useEffect(() => {
    if (isChosen.current) heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [name])
  if (!page) return null
  const choose = (next: HandbookPage) => {
    isChosen.current = true
    onChoose(next)
  }
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[15rem_1fr]">
      <Contents pages={pages} open={page.page} onChoose={choose} />
      <article aria-labelledby="handbook-page" className="min-h-96 min-w-0">
        <h3 id="handbook-page" ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
          {page.title}
        </h3>
        <HandbookPageView page={page} />
        <div className="mt-6 flex flex-wrap justify-between gap-2.5">
          {before ? (
            <Button size="small" onClick={() => choose(before.page)}>
              {say(words.previous({ title: before.title }))}
            </Button>
          ) : (
            <span />
          )}
          {after && (
            <Button size="small" onClick={() => choose(after.page)}>
              {say(words.next({ title: after.title }))}
            </Button>
          )}
        </div>
      </article>
    </div>
  )
}

type ContentsProps = { pages: readonly HandbookPageReply[]; open: HandbookPage; onChoose: (page: HandbookPage) => void }

/** The table of contents: a list beside the page, and on a phone one field above it. */
function Contents({ pages, open, onChoose }: ContentsProps) {
  const say = useSay()
  const id = useId()
  const groups = [...new Set(pages.map(({ group }) => group))]
  const of = (group: HandbookGroup) => pages.filter((page) => page.group === group)
  return (
    <>
      <div className="sm:hidden">
        <SelectField
          label={say(words.choosePage)}
          value={open}
          onChange={({ target }) => {
            const chosen = pages.find(({ page }) => page === target.value)
            if (chosen) onChoose(chosen.page)
          }}
        >
          {groups.map((group) => (
            <optgroup key={group} label={say(words.groups[group])}>
              {of(group).map(({ page, title }) => (
                <option key={page} value={page}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </div>
      <nav aria-label={say(words.pages)} className="space-y-4 max-sm:hidden">
        {groups.map((group) => (
          <div key={group}>
            <p id={`${id}-${group}`} className="px-2.5 pb-1 text-[0.8125rem] text-quiet">
              {say(words.groups[group])}
            </p>
            <ul aria-labelledby={`${id}-${group}`}>
              {of(group).map(({ page, title }) => (
                <li key={page}>
                  <button
                    type="button"
                    aria-current={page === open ? 'page' : undefined}
                    onClick={() => onChoose(page)}
                    className="w-full cursor-pointer rounded-sm px-2.5 py-1.5 text-start text-sm hover:bg-sunk aria-[current]:bg-brand-soft aria-[current]:font-medium"
                  >
                    {title}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}
