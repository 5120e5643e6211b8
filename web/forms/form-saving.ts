import { useState } from 'react'
import { type FieldErrors, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { accountName } from '../../contract/account-names.ts'
import { encode, type Message } from '../../contract/languages/catalogue.ts'
import { ApiError, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'

type Options<Values extends FieldValues, Input, Row> = {
  form: UseFormReturn<Values, unknown, Input>
  /** The row being edited; undefined while adding. */
  row: Row | undefined
  /** The draft from useDraft, with the version that the user began to edit. */
  draft: {
    version: number | undefined
    isRestored: boolean
    rebase: (version: number, values: Values) => void
    follow: (values: Values) => void
  }
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
  const [conflict, setConflict] = useState<{ savedBy: string; savedAt: string; latest: Row; takenOver: string[] }>()
  /**
   * The row as the user has seen it, unknown for a draft of an earlier version; and as it is stored, as far as this form knows. A field that
   * differs from the second was changed by the user.
   */
  const isOutdated = options.draft.isRestored && options.draft.version !== row?.version
  const [seen, setSeen] = useState(() => (row && !isOutdated ? options.toValues(row) : undefined))
  const [known, setKnown] = useState(() => row && options.toValues(row))

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
      const latest = await options.readLatest(row)
      setConflict({ savedBy: lastSave.saved_by, savedAt: lastSave.saved_at, latest, takenOver: takeOver(latest) })
    } catch (later) {
      showFailure(later)
    }
  }

  /** Fields that the user did not change follow what was saved meanwhile. Returns their labels. */
  function takeOver(latest: Row): string[] {
    const before = options.describe(form.getValues())
    const values = options.toValues(latest)
    for (const [path, value] of leavesOf(values))
      if (known && isEqual(get(form.getValues(), path), get(known, path)))
        form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>)
    options.draft.follow(values)
    setKnown(values)
    return differences(before, options.describe(form.getValues())).map(({ label }) => label)
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
    const values = options.toValues(latest)
    options.draft.rebase(latest.version, values)
    // The fields stay registered, or focus could not move to the first invalid one.
    form.reset(values, { keepFieldsRef: true })
    setSeenVersion(latest.version)
    setSeen(values)
    setKnown(values)
    setConflict(undefined)
    const [first] = Object.keys(form.getValues())
    if (first) form.setFocus(first as Path<Values>)
  }

  /** The fields that both changed. All that differ, if nothing else explains the conflict. */
  function contested({ latest, takenOver }: { latest: Row; takenOver: string[] }) {
    const values = options.toValues(latest)
    const all = differences(options.describe(form.getValues()), options.describe(values))
    const savedOnes = new Set(seen && differences(options.describe(seen), options.describe(values)).map(({ label }) => label))
    const both = seen ? all.filter(({ label }) => savedOnes.has(label)) : all
    return both.length > 0 || takenOver.length > 0 ? both : all
  }

  return {
    submit: submitOver(seenVersion),
    /** The properties of the conflict banner, while another user's save is in conflict. */
    conflict: conflict && {
      savedBy: accountName(say, conflict.savedBy),
      savedAt: conflict.savedAt,
      busy: form.formState.isSubmitting,
      differences: contested(conflict),
      takenOver: conflict.takenOver,
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

/** The values with their paths; translations are an object. */
function leavesOf(values: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value, `${prefix}${name}.`)
      : [[prefix + name, value]],
  )
}

/** A number field has its number as text until it is typed in. A list, such as the sessions of an event, is compared with all it holds. */
function isEqual(value: unknown, other: unknown): boolean {
  if (Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(other)
  return String(value ?? '') === String(other ?? '')
}
