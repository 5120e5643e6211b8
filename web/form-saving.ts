import { useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { encode, type Message } from '../contract/languages/catalogue.ts'
import { ApiError, refusalOf } from './api.ts'

type Options<Values extends FieldValues, Input, Row> = {
  form: UseFormReturn<Values, unknown, Input>
  /** The row being edited; undefined while adding. */
  row: Row | undefined
  /** From useDraft: the version that the user began to edit. */
  draft: { version: number | undefined; rebase: (version: number) => void }
  /** Saves, and closes the form. */
  save: (input: Input, version: number | undefined) => Promise<void>
  /** Fetches the current row, after an edit conflict. */
  readLatest: (row: Row) => Promise<Row>
  toValues: (row: Row) => Values
  /** The values as displayed, to list the differences after an edit conflict. */
  describe: (values: Values) => readonly (readonly [label: string, text: string])[]
  /** Shown when the server gives no reason. */
  failed: Message
  /** Shows that message, unless the server named a field, which then shows it. */
  tell: (message: Message, standsAtField: boolean) => void
  onInvalid?: (errors: FieldErrors<Values>) => void
}

/** Saves a form. The input stays until it is saved, errors are shown at their fields, and a newer version is not overwritten. */
export function useFormSaving<Values extends FieldValues, Input, Row extends { version: number }>(
  options: Options<Values, Input, Row>,
) {
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
    const fields = Object.keys(form.getValues())
    const wrong = (error instanceof ApiError ? error.errors : [])
      .filter(({ field }) => fields.includes(field))
      .sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field))
    for (const [index, { field, message }] of wrong.entries())
      form.setError(field as Path<Values>, { message: encode(message) }, { shouldFocus: index === 0 })
    options.tell(refusalOf(error) ?? options.failed, wrong.length > 0)
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
    /** For the conflict banner, while another user's save is in conflict. */
    conflict: conflict && {
      savedBy: conflict.savedBy,
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
