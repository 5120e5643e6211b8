import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../contract/languages/catalogue.ts'
import { mostEvidence, type PostedActivity } from '../../contract/posted-activities.ts'
import { onDraftReplaced, readPart, removePart, storePart } from '../account-drafts.ts'
import { namedApart, prepareEvidence } from './prepare-evidence.ts'

/** Unsaved. Its kind is unknown while it is being prepared, and when it is refused for being neither. */
export type ChosenFile = {
  key: number
  file: File
  kind?: 'photo' | 'pdf' | undefined
  refusal?: Message | undefined
  isPreparing?: boolean
}

export type Chosen = {
  files: readonly ChosenFile[]
  /** The ids of what is saved, and will be removed. */
  removed: readonly string[]
  /** The names of files that were too many. */
  leftOut: readonly string[]
}

/** What a reload must not lose: neither what is refused nor what is still being prepared. */
export type EvidenceDraft = { files: { file: File; kind: 'photo' | 'pdf' }[]; removed: string[] }

const nothing: Chosen = { files: [], removed: [], leftOut: [] }

let lastKey = 0
function asChosen(file: File): ChosenFile {
  lastKey += 1
  return { key: lastKey, file }
}

function storedIn(draft: string): Chosen {
  const { files, removed } = readPart<EvidenceDraft>(draft, 'files') ?? { files: [], removed: [] }
  return { files: files.map(({ file, kind }) => ({ ...asChosen(file), kind })), removed, leftOut: [] }
}

/** The files of a posting's form, and why some are refused. Chosen ones survive whatever the text survives. */
export function useChosenEvidence(draft: string, stored: Pick<PostedActivity, 'image_id' | 'files'> | undefined) {
  const [chosen, setChosen] = useState(() => storedIn(draft))
  const latest = useRef(chosen)
  /** One photo at a time: decoding 50 megapixels takes a phone a second or two, and much of its memory. */
  const preparing = useRef<Promise<void>>(Promise.resolve())

  const show = useCallback((next: Chosen) => {
    latest.current = next
    setChosen(next)
  }, [])

  useEffect(
    () =>
      onDraftReplaced((replaced, part) => {
        if (replaced === draft && part === 'files') show(storedIn(draft))
      }),
    [draft, show],
  )

  const idsOfStored = stored ? [...(stored.image_id ? [stored.image_id] : []), ...stored.files.map(({ id }) => id)] : []

  /** First stored, then shown: a file that is shown survives a reload. */
  async function keep(next: Chosen) {
    const files = next.files.flatMap(({ file, kind, refusal }) => (kind && !refusal ? [{ file, kind }] : []))
    if (files.length === 0 && next.removed.length === 0) await removePart(draft, 'files')
    else await storePart(draft, 'files', { files, removed: [...next.removed] } satisfies EvidenceDraft)
  }

  /** Takes the place of refused files. What is more than a posting has is left out, and named. */
  function add(files: readonly File[]) {
    if (files.length === 0) return
    const kept = latest.current.files.filter(({ refusal }) => !refusal)
    const room = mostEvidence - kept.length - idsOfStored.filter((id) => !latest.current.removed.includes(id)).length
    const taken = [...kept.map(({ file }) => file.name), ...(stored?.files.map(({ name }) => name) ?? [])]
    const added = files.slice(0, Math.max(0, room)).map((file) => {
      const apart = namedApart(file, taken)
      taken.push(apart.name)
      return { ...asChosen(apart), isPreparing: true }
    })
    const leftOut = files.slice(added.length).map(({ name }) => name)
    show({ ...latest.current, files: [...kept, ...added], leftOut })
    for (const one of added) preparing.current = preparing.current.then(() => prepare(one))
  }

  async function prepare({ key, file }: ChosenFile) {
    if (!latest.current.files.some((other) => other.key === key)) return
    const prepared = await prepareEvidence(file)
    const next = (): Chosen => ({
      ...latest.current,
      files: latest.current.files.map((other) =>
        other.key === key ? { key, file: prepared.file ?? file, kind: prepared.kind, refusal: prepared.refusal } : other,
      ),
    })
    await keep(next())
    show(next())
  }

  /** A chosen file by its key, a saved one by its id. */
  function remove(which: number | string) {
    const { files, removed } = latest.current
    show({
      files: files.filter(({ key }) => key !== which),
      removed: typeof which === 'string' ? [...removed, which] : removed,
      leftOut: [],
    })
    preparing.current = preparing.current.then(() => keep(latest.current))
  }

  return {
    ...chosen,
    add,
    remove,
    clear: () => {
      show(nothing)
      preparing.current = preparing.current.then(() => keep(nothing))
    },
    /** The server refused some of them. */
    refuse: (refusals: ReadonlyMap<number, Message>) =>
      show({
        ...latest.current,
        files: latest.current.files.map((one) => ({ ...one, refusal: refusals.get(one.key) ?? one.refusal })),
      }),
    /** To be sent: after preparations that are still running, or a photo that was just chosen would be left out. */
    settled: async () => {
      await preparing.current
      return latest.current
    },
  }
}

/** The first photo is the image of the specification if the posting has none; all others are further files. */
export function divided(files: readonly ChosenFile[], hasImage: boolean) {
  const image = hasImage ? undefined : files.find(({ kind }) => kind === 'photo')
  return { image, further: files.filter((one) => one !== image) }
}

/** Which files the server refused: the sentence about a further file names it. A sentence about none of them stands in the banner alone. */
export function refusalsOf(
  errors: readonly { field: string; message: Message }[],
  { image, further }: ReturnType<typeof divided>,
): Map<number, Message> {
  const refusals = new Map<number, Message>()
  for (const { field, message } of errors) {
    if (field === 'image' && image) refusals.set(image.key, message)
    const named = field === 'files' && further.find(({ file }) => file.name === message.values?.['name'])
    if (named) refusals.set(named.key, message)
  }
  return refusals
}
