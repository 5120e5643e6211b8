import { useState } from 'react'
import { type FieldErrors, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { accountName } from '../../contract/account-names.ts'
import { encode, type Message } from '../../contract/languages/catalogue.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'

type Options<Values extends FieldValues, Input, Row> = {
  form: UseFormReturn<Values, unknown, Input>
  /** The row being edited; undefined while adding. */
  row: Row | undefined
  /** The draft from useDraft, with the version that the user began to edit. */
  draft: { version: number | undefined; rebase: (version: number) => void }
  /** Saves the input, and closes the form. */
  save: (input: Input, version: number | undefined) => Promise<void>
  /** Fetches the current row, after an edit conflict. */
  readLatest: (row: Row) => Promise<Row>
  toValues: (row: Row) => Values
  /** The values as displayed, to list the differences after an edit conflict. */
  describe: (values: Values) => readonly (readonly [label: string, text: string])[]
  /** The message when the server gives no reason. */
  failed: Message
  /** Shows the message. If `standsAtField`, the field that the server named shows it already. */
  report: (message: Message, standsAtField: boolean) => void
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/** Saves a form. The input stays until it is saved, errors are shown at their fields, and a newer version is not overwritten. */
export function useFormSaving<Values extends FieldValues, Input, Row extends { version: number }>(
  options: Options<Values, Input, Row>,
) {
  const say = useSay()
  const { form, row } = options
  const [seenVersion, setSeenVersion] = useState(options.draft.version)
  const [conflict, setConflict] = useState<{ savedBy: string; savedAt: string; latest: Row }>()

  function submitOver(version: number | undefined) {
    return form.handleSubmit(async (input) => {
      try {
        await options.save(input, version)
      } catch (error) {
        await explain(error)
      }
    }, options.onInvalid)
  }

  async function explain(error: unknown) {
    const lastSave = error instanceof ApiError ? error.conflict : undefined
    if (!lastSave || !row) return showFailure(error)
    try {
      setConflict({ savedBy: lastSave.saved_by, savedAt: lastSave.saved_at, latest: await options.readLatest(row) })
    } catch (later) {
      showFailure(later)
    }
  }

  function showFailure(error: unknown) {
    // An expired session is reported elsewhere, and this form is about to unmount.
    if (error instanceof ApiError && error.status === 401) return
    const values = form.getValues()
    const place = (field: string) => Object.keys(values).indexOf(field.replace(/\..*$/, ''))
    const wrong = (error instanceof ApiError ? error.errors : [])
      .filter(({ field }) => get(values, field) !== undefined)
      .sort((a, b) => place(a.field) - place(b.field))
    for (const [index, { field, message }] of wrong.entries())
      form.setError(field as Path<Values>, { message: encode(message) }, { shouldFocus: index === 0 })
    options.report(refusalOf(error) ?? options.failed, wrong.length > 0)
  }

  function loadLatest(latest: Row) {
    options.draft.rebase(latest.version)
    // The fields stay registered, or focus could not move to the first invalid one.
    form.reset(options.toValues(latest), { keepFieldsRef: true })
    setSeenVersion(latest.version)
    setConflict(undefined)
    const [first] = Object.keys(form.getValues())
    if (first) form.setFocus(first as Path<Values>)
  }

  return {
    submit: submitOver(seenVersion),
    /** The properties of the conflict banner, while another user's save is in conflict. */
    conflict: conflict && {
      savedBy: accountName(say, conflict.savedBy),
      savedAt: conflict.savedAt,
      busy: form.formState.isSubmitting,
      differences: differences(options.describe(form.getValues()), options.describe(options.toValues(conflict.latest))),
      onLoad: () => loadLatest(conflict.latest),
      onSaveAnyway: () => void submitOver(conflict.latest.version)(),
    },
  }
}

type Described = readonly (readonly [label: string, text: string])[]

function differences(mine: Described, theirs: Described) {
  const own = new Map(mine)
  return theirs.filter(([label, text]) => own.get(label) !== text).map(([label, text]) => ({ label, text }))
}
