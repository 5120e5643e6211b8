import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { FirstSteps } from '../../../contract/first-steps.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { pages } from '../../../contract/pages.ts'
import { storeOpenForm } from '../../drafts/drafts.ts'
import { useSay } from '../../language/language.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { useRights } from '../accounts/rights.ts'
import { useConfirmTerm, useFirstSteps } from './first-steps.api.ts'

/** The key that hides the card until the next sign-in: signing out clears the storage. */
const hiddenKey = 'first_steps'

const words = messages.firstSteps

type Step = {
  title: Message
  hint: Message
  action: Message
  tab: string
  /** The form that is open in that panel when it is opened. */
  form?: string
}

const steps: Readonly<Record<keyof FirstSteps, Step>> = {
  university: { title: words.university, hint: words.universityHint, action: words.universityAction, tab: 'settings' },
  terms: { title: words.terms, hint: words.termsHint, action: words.termsAction, tab: 'terms' },
  departments: {
    title: words.departments,
    hint: words.departmentsHint,
    action: words.departmentsAction,
    tab: 'departments',
  },
  catalogue: {
    title: words.catalogue,
    hint: words.catalogueHint,
    action: words.catalogueAction,
    tab: 'activity',
    form: 'activity',
  },
  people: { title: words.people, hint: words.peopleHint, action: words.peopleAction, tab: 'users', form: 'user' },
}

const order = ['university', 'terms', 'departments', 'catalogue', 'people'] as const satisfies readonly (keyof FirstSteps)[]

type Props = {
  /** Opens the form of the Users panel, if the card is in it. */
  onAddUser?: (button: HTMLElement) => void
}

/**
 * The steps that a new portal still needs, for administrators, above the content of a panel. The content is not visible until it is known
 * whether the card is above it (styles.css): it would move.
 */
export function FirstStepsCard({ onAddUser }: Props) {
  const say = useSay()
  const id = useId()
  const { isAdmin } = useRights()
  const { data: done, isPending, failureCount } = useFirstSteps(isAdmin)
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey) !== null)
  // The card stays after its last step: the content below it must not jump up.
  const [wasNeeded, setWasNeeded] = useState(false)
  const doneCount = done ? order.filter((step) => done[step]).length : 0
  const isNeeded = done !== undefined && doneCount < order.length
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  if (!isAdmin || isHidden) return null
  if (isPending && failureCount === 0) return <div data-first-steps="loading" hidden />
  if (!done || !(isNeeded || wasNeeded)) return null

  function hide() {
    localStorage.setItem(hiddenKey, 'later')
    setIsHidden(true)
    document.getElementById('main')?.focus()
  }

  return (
    <section
      aria-labelledby={id}
      className="shrink-0 rounded-lg border border-brass/50 bg-card p-4 shadow-soft sm:p-5 print:hidden"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-lg">
            {say(words.title)}
          </h2>
          <p role="status" className="mt-0.5 text-sm text-quiet">
            <bdi>
              {isNeeded
                ? [words.about, words.progress({ done: doneCount, all: order.length })].map(say).join(' ')
                : say(words.allDone)}
            </bdi>
          </p>
        </div>
        <Button size="small" look="ghost" onClick={hide}>
          {say(isNeeded ? words.notNow : messages.actions.close)}
        </Button>
      </div>
      <ol className="mt-4 grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-5">
        {order.map((step, index) => (
          <StepItem key={step} number={index + 1} isDone={done[step]} {...steps[step]}>
            {step === 'people' && onAddUser ? (
              <Button size="small" onClick={({ currentTarget }) => onAddUser(currentTarget)}>
                {say(steps.people.action)}
              </Button>
            ) : (
              <StepLink {...steps[step]} />
            )}
            {step === 'terms' && <ConfirmTermButton />}
          </StepItem>
        ))}
      </ol>
    </section>
  )
}

type ItemProps = { number: number; isDone: boolean; title: Message; hint: Message; children: ReactNode }

function StepItem({ number, isDone, title, hint, children }: ItemProps) {
  const say = useSay()
  return (
    <li className="flex gap-3 lg:flex-col lg:gap-2">
      <span
        aria-hidden="true"
        className={`grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold ${isDone ? 'bg-good-soft text-good' : 'border border-brass text-ink'}`}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 grow flex-col">
        <p className={`font-medium ${isDone ? 'text-quiet' : ''}`}>
          <span className="sr-only">{say(isDone ? words.done : words.toDo)} </span>
          {say(title)}
        </p>
        {!isDone && (
          <>
            <p className="mt-0.5 text-sm text-quiet">
              <bdi>{say(hint)}</bdi>
            </p>
            <div className="mt-2 flex flex-wrap gap-1.5 lg:mt-auto lg:pt-2">{children}</div>
          </>
        )}
      </div>
    </li>
  )
}

function StepLink({ tab, form, action }: Step) {
  const say = useSay()
  return (
    <Link
      to={pages.adminDashboard}
      search={{ tab }}
      onClick={() => form && storeOpenForm(form, 'new')}
      className={buttonLook('plain', 'small')}
    >
      {say(action)}
    </Link>
  )
}

function ConfirmTermButton() {
  const say = useSay()
  const { mutate, isPending } = useConfirmTerm()
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()}>
      {say(words.termsRight)}
    </Button>
  )
}
