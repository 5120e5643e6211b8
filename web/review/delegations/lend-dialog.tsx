import { useMemo, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { accountName } from '../../../contract/account-names.ts'
import { formatDay } from '../../../contract/dates.ts'
import { type Delegation, DelegationInput } from '../../../contract/delegations.ts'
import { encode, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { withShownName } from '../../../contract/person-names.ts'
import { useRights } from '../../entities/accounts/rights.ts'
import { PersonCombobox } from '../../entities/members/person-combobox.tsx'
import { SentenceOfPeople } from '../../entities/members/sentence-of-people.tsx'
import { FormDateField } from '../../forms/form-date-field.tsx'
import { checkedBy, errorText } from '../../forms/form-schema.ts'
import { alertFailure } from '../../http/alerts.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { dayInWords, today } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { useEndDelegation, useLendReview, useLentReview, usePossibleDelegates } from './delegations.api.ts'
import { delegateOf, lenderOf } from './names.ts'

/** Lends Review until a day, and ends it before. Administrators also see the delegations of others. */
export function LendDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const words = messages.myDepartment
  const userId = useSession()?.id
  const { isAdmin } = useRights()
  const { data, isLoadingError, error, refetch, isFetching } = useLentReview(isAdmin)
  const [own, others] = [
    data?.filter(({ lender_id }) => lender_id === userId),
    data?.filter(({ lender_id }) => lender_id !== userId),
  ]
  return (
    <Dialog open onClose={onClose} title={say(words.lend)} description={say(words.lendMeaning)}>
      <LendForm />
      <div className="-mx-6 mt-6 -mb-6 space-y-5 rounded-b-lg border-t border-line bg-sunk px-6 py-5">
        {isLoadingError ? (
          <LoadFailure isPlain message={say(refusalOf(error) ?? words.lentFailed)} onRetry={refetch} busy={isFetching} />
        ) : !own || !others ? (
          <p role="status" className="flex items-center gap-3 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        ) : (
          <>
            <LentList title={say(words.lentByYou)} delegations={own} isOwn />
            {isAdmin && <LentList title={say(words.lentByOthers)} delegations={others} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

const blank: { delegate_id: number | null; last_day: string } = { delegate_id: null, last_day: '' }

function LendForm() {
  const say = useSay()
  const language = useLanguage()
  const words = messages.myDepartment
  const people = usePossibleDelegates()
  const { mutateAsync: lend } = useLendReview()
  const form = useForm({ defaultValues: blank, resolver: checkedBy(DelegationInput) })
  const { errors, isSubmitting } = form.formState
  // The field is registered before the day: focus moves to the first wrong field.
  const { field: delegate } = useController({ control: form.control, name: 'delegate_id' })
  const lastDay = form.watch('last_day')

  const options = useMemo(
    () =>
      people.data?.map((row) => {
        const { id, name, other_name } = withShownName(language, row)
        return { id, name: accountName(say, name), other_name, note: localized(language, row, 'department_name') ?? '' }
      }),
    [people.data, language, say],
  )

  const save = form.handleSubmit(async (input) => {
    try {
      const { delegation } = await lend(input)
      form.reset(blank, { keepFieldsRef: true })
      form.setFocus('delegate_id')
      toast(messages.delegations.lent({ name: delegateOf(say, language, delegation) }))
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors.filter(({ field }) => field in blank) : []
      for (const { field, message } of wrong) form.setError(field as keyof typeof blank, { message: encode(message) })
      if (wrong.length === 0) form.setError('root', { message: encode(refusalOf(error) ?? words.lendFailed) })
    }
  })

  if (people.isLoadingError) {
    return (
      <LoadFailure
        isPlain
        message={say(refusalOf(people.error) ?? words.peopleFailed)}
        onRetry={people.refetch}
        busy={people.isFetching}
      />
    )
  }
  return (
    <form onSubmit={save} noValidate aria-label={say(words.lend)} className="space-y-4">
      {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
      <PersonCombobox
        required
        label={say(words.lendTo)}
        people={options}
        chosen={options?.find(({ id }) => id === delegate.value)}
        onChoose={(person) => {
          form.clearErrors('delegate_id')
          delegate.onChange(person?.id ?? null)
        }}
        nothing={say(words.noSuchPerson)}
        error={errorText(say, errors.delegate_id)}
        inputRef={delegate.ref}
      />
      <FormDateField
        label={say(words.lastDay)}
        required
        min={today()}
        hint={dayInWords(say, lastDay)}
        error={errorText(say, errors.last_day)}
        control={form.control}
        name="last_day"
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(words.lendButton)}
        </Button>
      </div>
    </form>
  )
}

function LentList({ title, delegations, isOwn = false }: { title: string; delegations: readonly Delegation[]; isOwn?: boolean }) {
  const say = useSay()
  const words = messages.myDepartment
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-base">{title}</h3>
      {delegations.length === 0 ? (
        <p className="text-sm text-quiet">
          <bdi>{say(words.nothingLent)}</bdi>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {delegations.map((delegation) => (
            <LentItem key={delegation.id} delegation={delegation} isOwn={isOwn} />
          ))}
        </ul>
      )}
    </section>
  )
}

function LentItem({ delegation, isOwn }: { delegation: Delegation; isOwn: boolean }) {
  const say = useSay()
  const words = messages.myDepartment
  const { mutateAsync: end } = useEndDelegation()
  const [isEnding, setIsEnding] = useState(false)
  const { isAdmin } = useRights()
  const language = useLanguage()
  const { state } = delegation
  const [name, lender] = [delegateOf(say, language, delegation), lenderOf(say, language, delegation)]
  const day = formatDay(say, delegation.last_day)
  // Heads lend to people of other departments, whose pages they do not have.
  const people = {
    lender: { id: isAdmin ? delegation.lender_id : null, name: lender },
    delegate: { id: isAdmin ? delegation.delegate_id : null, name },
  }
  const lent = isOwn ? words.lentTo({ name, day }) : words.lentFromTo({ lender, name, day })

  async function press() {
    setIsEnding(true)
    try {
      await end(delegation)
      toast(messages.delegations.ended({ name }))
    } catch (error) {
      alertFailure(error, words.endFailed)
    }
    setIsEnding(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 wrap-anywhere">
        {/* The sentence has the direction of the page: it begins with a name, which may have the other one. */}
        <p>
          {isOwn ? (
            <SentenceOfPeople people={[people.delegate]} sentence={(who) => words.lentTo({ name: who, day })} />
          ) : (
            <SentenceOfPeople
              people={[people.lender, people.delegate]}
              sentence={(by, to) => words.lentFromTo({ lender: by, name: to, day })}
            />
          )}
        </p>
        {state === 'suspended' && (
          <p className="text-sm text-quiet">
            <bdi>{say(words.suspended({ name: lender }))}</bdi>
          </p>
        )}
      </div>
      <Button size="small" busy={isEnding} aria-label={say(words.endNamed({ name: lent }))} onClick={() => void press()}>
        {say(words.end)}
      </Button>
    </li>
  )
}
