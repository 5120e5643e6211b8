import { useMemo } from 'react'
import { useController, useForm } from 'react-hook-form'
import { roles } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { addDays, dayOfPart, dayParts } from '../../contract/term-days.ts'
import { type Extension, ExtensionInput } from '../../contract/term-extensions.ts'
import type { Term } from '../../contract/terms.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { useUsers } from '../entities/members/users.api.ts'
import { termName } from '../entities/terms/term-name.ts'
import { FormDateField } from '../forms/form-date-field.tsx'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { alertFailure } from '../http/alerts.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { dayInWords, today } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { useExtendDay, useExtensions, useWithdrawExtension } from './extensions.api.ts'

const words = messages.calendar
type Props = { term: Term; onClose: () => void }

/** Reopens a part of a term for one person or department until a day, and shows and withdraws what is open longer. */
export function ExtensionsDialog({ term, onClose }: Props) {
  const say = useSay()
  const hasDay = dayParts.some((part) => term[dayOfPart[part]])
  return (
    <Dialog open onClose={onClose} title={say(words.reopenTitle({ term: termName(term) }))} description={say(words.reopenHint)}>
      {hasDay ? (
        <ExtensionForm term={term} />
      ) : (
        <p>
          <bdi>{say(words.noDays)}</bdi>
        </p>
      )}
      <OpenExtensions term={term} />
    </Dialog>
  )
}

type Values = {
  part: string
  whom: 'person' | 'department'
  user_id: number | null
  department_id: string | null
  last_day: string
}

function ExtensionForm({ term }: { term: Term }) {
  const say = useSay()
  const language = useLanguage()
  const users = useUsers()
  const departments = useDepartments()
  const { mutateAsync: extend } = useExtendDay(term.id)
  const parts = dayParts.flatMap((part) => {
    const day = term[dayOfPart[part]]
    return day ? [{ part, day }] : []
  })
  const blank: Values = { part: parts[0]?.part ?? '', whom: 'person', user_id: null, department_id: null, last_day: '' }
  const form = useForm<Values, unknown, ExtensionInput>({ defaultValues: blank, resolver: checkedBy(ExtensionInput) })
  const { errors, isSubmitting } = form.formState
  const { field: person } = useController({ control: form.control, name: 'user_id' })
  const [part, whom, lastDay] = form.watch(['part', 'whom', 'last_day'])
  const earliest = [today(), addDays(parts.find((one) => one.part === part)?.day ?? today(), 1)].toSorted().at(-1)

  const people = useMemo(
    () =>
      users.data
        ?.filter(({ role_id }) => role_id === roles.staff)
        .map(({ id, name, other_name, ...row }) => ({
          id,
          name,
          other_name,
          note: localized(language, row, 'department_name') ?? '',
        })),
    [users.data, language],
  )

  const save = form.handleSubmit(async (input) => {
    try {
      const { extension } = await extend(input)
      form.reset({ ...blank, part: input.part, whom }, { keepFieldsRef: true })
      toast(words.isReopened({ name: localized(language, extension, 'name'), day: formatDay(say, extension.last_day) }))
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors.filter(({ field }) => field in blank) : []
      for (const { field, message } of wrong) form.setError(field as keyof Values, { message: encode(message) })
      if (wrong.length === 0) form.setError('root', { message: encode(refusalOf(error) ?? words.reopenFailed) })
    }
  })

  return (
    <form onSubmit={save} noValidate aria-label={say(words.reopen)} className="space-y-4">
      {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
      <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
        <SelectField label={say(words.part)} error={errorText(say, errors.part)} {...form.register('part')}>
          {parts.map((one) => (
            <option key={one.part} value={one.part}>
              {say(words.partUntil({ part: words.parts[one.part], day: formatDay(say, one.day) }))}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say(words.whom)}
          {...form.register('whom', {
            onChange: ({ target }) => {
              // Exactly one of them is sent.
              form.setValue('user_id', null)
              form.setValue('department_id', target.value === 'department' ? '' : null)
              form.clearErrors(['user_id', 'department_id'])
            },
          })}
        >
          <option value="person">{say(words.whoms.person)}</option>
          <option value="department">{say(words.whoms.department)}</option>
        </SelectField>
      </div>
      {whom === 'person' ? (
        <PersonCombobox
          required
          label={say(words.person)}
          people={people}
          chosen={people?.find(({ id }) => id === person.value)}
          onChoose={(chosen) => {
            form.clearErrors('user_id')
            person.onChange(chosen?.id ?? null)
          }}
          nothing={say(messages.myDepartment.noSuchPerson)}
          error={errorText(say, errors.user_id)}
          inputRef={person.ref}
        />
      ) : (
        <SelectField
          label={say(messages.fields.department)}
          required
          error={errorText(say, errors.department_id)}
          {...form.register('department_id')}
        >
          <option value="">{say(words.departmentRequired)}</option>
          {departments.data?.map((department) => (
            <option key={department.id} value={department.id}>
              {localized(language, department, 'name')}
            </option>
          ))}
        </SelectField>
      )}
      <FormDateField
        label={say(words.until)}
        required
        min={earliest}
        hint={dayInWords(say, lastDay)}
        error={errorText(say, errors.last_day)}
        control={form.control}
        name="last_day"
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(words.reopen)}
        </Button>
      </div>
    </form>
  )
}

function OpenExtensions({ term }: { term: Term }) {
  const say = useSay()
  const { data, isLoadingError, error, refetch, isFetching } = useExtensions(term.id)
  return (
    <section aria-label={say(words.open)} className="-mx-6 mt-6 -mb-6 rounded-b-lg border-t border-line bg-sunk px-6 py-5">
      <h3 className="mb-1 text-base">{say(words.open)}</h3>
      {isLoadingError ? (
        <LoadFailure isPlain message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
      ) : !data ? (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data.length === 0 ? (
        <p className="text-sm text-quiet">
          <bdi>{say(words.nothingOpen)}</bdi>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((extension) => (
            <ExtensionItem key={extension.id} termId={term.id} extension={extension} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ExtensionItem({ termId, extension }: { termId: number; extension: Extension }) {
  const say = useSay()
  const language = useLanguage()
  const { mutateAsync: withdraw, isPending } = useWithdrawExtension(termId)
  const { part, last_day, user_id, created_by, created_by_id } = extension
  const named = { part: words.parts[part], name: localized(language, extension, 'name'), day: formatDay(say, last_day) }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <SentenceOfPeople people={[{ id: user_id, name: named.name }]} sentence={(name) => words.entry({ ...named, name })} />
        </p>
        <p className="text-sm text-quiet">
          <SentenceOfPeople people={[{ id: created_by_id, name: created_by }]} sentence={(who) => words.by({ who })} />
        </p>
      </div>
      <Button
        size="small"
        busy={isPending}
        aria-label={say(words.withdrawNamed(named))}
        onClick={() =>
          void withdraw(extension).then(
            () => toast(words.isWithdrawn),
            (error: unknown) => alertFailure(error, words.withdrawFailed),
          )
        }
      >
        {say(words.withdraw)}
      </Button>
    </li>
  )
}
