import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { encode, listOf, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { RulesInput, type RulesVersion } from '../../../contract/rules.ts'
import { draftOf, forgetDraft, useDraft } from '../../drafts/drafts.ts'
import { usePublishRules } from '../../entities/rules/rules.api.ts'
import { termName } from '../../entities/terms/term-name.ts'
import { useTerms } from '../../entities/terms/terms.api.ts'
import { errorText } from '../../forms/form-schema.ts'
import { ApiError, refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextareaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { BandFields } from './band-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { MostScoreFields } from './most-score-fields.tsx'
import { errorsIn, errorsOf, type FieldError, type RulesValues, rulesForm, rulesIn, valuesOf } from './rules-values.ts'
import { SimulationPart } from './simulation-part.tsx'

type Props = { newest: RulesVersion; onClose: () => void }

/** The id of the one draft, of the next version; the version that it is based on is stored with it. */
const draftId = 1

/** The editor of the next version: its bands and limits, a simulation, and publishing it. */
export function RulesEditor({ newest, onClose }: Props) {
  const say = useSay()
  const titleId = useId()
  const frame = useRef<HTMLFormElement>(null)
  const [values] = useState(() => valuesOf(newest))
  const form = useForm<RulesValues>({ defaultValues: values })
  const draft = useDraft<RulesValues, RulesValues>(form, {
    form: rulesForm,
    row: { id: draftId, version: newest.number },
    values,
  })
  const [basedOn, setBasedOn] = useState(draft.version ?? newest.number)
  const [refusal, setRefusal] = useState<Message>()
  const [toPublish, setToPublish] = useState<RulesInput>()
  const { mutateAsync: publish, isPending } = usePublishRules()
  const openTerms = useTerms().data?.filter(({ status }) => status === 'open') ?? []
  const number = newest.number + 1

  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
    frame.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [])

  function showErrors(errors: readonly FieldError[]) {
    for (const [index, { field, message }] of errors.entries())
      form.setError(field as Path<RulesValues>, { message: encode(message) }, { shouldFocus: index === 0 })
  }

  /** Marks the errors; returns true if there are none. */
  function check(errors: readonly FieldError[]): boolean {
    form.clearErrors()
    showErrors(errors)
    return errors.length === 0
  }

  function ask(event: FormEvent) {
    event.preventDefault()
    setRefusal(undefined)
    const typed = form.getValues()
    const input = { ...rulesIn(typed), note: typed.note, based_on: basedOn, term_ids: typed.term_ids.map(Number) }
    if (check(errorsIn(RulesInput, input))) setToPublish(RulesInput.parse(input))
  }

  async function send(input: RulesInput) {
    try {
      const { version } = await publish(input)
      forgetDraft(draftOf(rulesForm, draftId))
      toast(messages.rulesEditor.published({ number: version.number }))
      onClose()
    } catch (error) {
      setRefusal(refusalOf(error) ?? messages.rulesEditor.publishFailed)
      if (error instanceof ApiError) showErrors(errorsOf(error.errors))
    } finally {
      setToPublish(undefined)
    }
  }

  function goOnFromNewest() {
    draft.rebase(newest.number)
    setBasedOn(newest.number)
    setRefusal(undefined)
  }

  function discard() {
    forgetDraft(draftOf(rulesForm, draftId))
    onClose()
  }

  function leaveOnEscape(event: KeyboardEvent) {
    const inSelect = event.target instanceof HTMLSelectElement
    if (event.key === 'Escape' && !isPending && !inSelect && !toPublish) onClose()
  }

  const chosenTerms = openTerms.filter(({ id }) => toPublish?.term_ids.includes(id)).map(termName)
  return (
    <form
      ref={frame}
      noValidate
      aria-labelledby={titleId}
      onSubmit={ask}
      onKeyDown={leaveOnEscape}
      className="scroll-mt-3 space-y-6 border-t-2 border-brass px-4 py-4 sm:px-5 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h3 id={titleId} className="text-base">
            {say(messages.rulesEditor.editorTitle({ number }))}
          </h3>
          {draft.isRestored && (
            <p className="text-sm text-quiet">
              <bdi>{say(messages.general.draftRestored)}</bdi>
            </p>
          )}
        </div>
        <Button size="small" disabled={isPending} onClick={discard}>
          {say(messages.actions.cancel)}
        </Button>
      </div>
      {basedOn !== newest.number && (
        <Banner kind="bad">
          <p>{say(messages.rulesEditor.publishedMeanwhile({ number: newest.number }))}</p>
          <Button size="small" className="mt-2" onClick={goOnFromNewest}>
            {say(messages.rulesEditor.basedOnNewest({ number: newest.number }))}
          </Button>
        </Banner>
      )}
      <BandFields form={form} />
      <MostScoreFields form={form} />
      <LimitFields form={form} newest={newest} />
      <SimulationPart form={form} terms={openTerms} check={check} onErrors={(errors) => showErrors(errorsOf(errors))} />
      <fieldset disabled={isPending} className="min-w-0 space-y-3.5">
        <legend className="mb-1 text-sm font-semibold">{say(messages.rulesEditor.publishing)}</legend>
        <p className="text-sm text-quiet">
          <bdi>{say(messages.rulesEditor.fromNextTerm)}</bdi>
        </p>
        {openTerms.map(({ id, ...named }) => (
          <label key={id} className="flex min-h-8 max-sm:min-h-11 w-fit cursor-pointer items-start gap-2.5">
            <input type="checkbox" value={id} {...form.register('term_ids')} className="mt-1 size-4 shrink-0 accent-brand" />
            <span className="min-w-0">
              <bdi className="block font-medium">{say(messages.rulesEditor.alsoFor({ term: termName(named) }))}</bdi>
              <bdi className="block text-sm text-quiet">{say(messages.rulesEditor.alsoForHint)}</bdi>
            </span>
          </label>
        ))}
        <TextareaField
          label={say(messages.rulesEditor.note)}
          required
          rows={2}
          error={errorText(say, form.formState.errors.note)}
          {...form.register('note', { onChange: () => form.clearErrors('note') })}
        />
        {refusal && basedOn === newest.number && <Banner kind="bad">{say(refusal)}</Banner>}
        <div className="flex justify-end gap-2.5 max-sm:*:grow">
          <Button type="submit" look="primary" busy={isPending} disabled={basedOn !== newest.number}>
            {say(messages.rulesEditor.publishVersion({ number }))}
          </Button>
        </div>
      </fieldset>
      {toPublish && (
        <ConfirmDialog
          open
          look="primary"
          busy={isPending}
          question={say(messages.rulesEditor.publishQuestion({ number }))}
          consequence={say(
            chosenTerms.length > 0
              ? messages.rulesEditor.publishRecounts({ terms: listOf(chosenTerms) })
              : messages.rulesEditor.publishConsequence,
          )}
          confirmLabel={say(messages.rulesEditor.publish)}
          onConfirm={() => void send(toPublish)}
          onCancel={() => setToPublish(undefined)}
        />
      )}
    </form>
  )
}
