import { useCallback, useEffect, useRef, useState } from 'react'
import { overQuota } from '../../contract/evidence-quota.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { largestFileBytes, mostEvidence } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { onDraftReplaced, readPart, removePart, storePart } from '../drafts/account-drafts.ts'
import { type Chosen, type ChosenFile, isAcceptedPhoto, nothingChosen } from '../entities/evidence/chosen-file.ts'
import { dismissTopic, toast } from '../ui/toast.tsx'
import { namedApart, prepareEvidence } from './prepare-evidence.ts'

/** The evidence that survives a reload: without the files that are refused or still being prepared. */
export type EvidenceDraft = { files: { file: File; kind: 'photo' | 'pdf'; takenOn?: string | undefined }[]; removed: string[] }

/** The topic of what is said about photos that were put into one PDF. */
const joinedTopic = 'joined-photos'

let lastKey = 0
function asChosen(file: File): ChosenFile {
  lastKey += 1
  return { key: lastKey, file }
}

function storedIn(draft: string): Chosen {
  const { files, removed } = readPart<EvidenceDraft>(draft, 'files') ?? { files: [], removed: [] }
  return { files: files.map(({ file, ...facts }) => ({ ...asChosen(file), ...facts })), removed, leftOut: [] }
}

/** The files of a posting's form, and the reasons why some are refused. Chosen files survive what the text survives. */
export function useChosenEvidence(draft: string, stored: Pick<PostedActivity, 'image_id' | 'files'> | undefined) {
  const [chosen, setChosen] = useState(() => storedIn(draft))
  const latest = useRef(chosen)
  /** The photos are prepared one at a time: decoding 50 megapixels takes a phone a second or two, and much of its memory. */
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

  /** Stores the draft before the files are shown: a file that is shown survives a reload. */
  async function storeDraft(next: Chosen) {
    const files = next.files.flatMap(({ file, kind, refusal, takenOn }) => (kind && !refusal ? [{ file, kind, takenOn }] : []))
    if (files.length === 0 && next.removed.length === 0) await removePart(draft, 'files')
    else await storePart(draft, 'files', { files, removed: [...next.removed] } satisfies EvidenceDraft)
  }

  /** Adds files in place of refused ones. Files beyond the limit of a posting are left out, and named. */
  function add(files: readonly File[]) {
    if (files.length === 0) return
    dismissTopic(joinedTopic)
    const accepted = latest.current.files.filter(({ refusal }) => !refusal)
    const room = mostEvidence - accepted.length - idsOfStored.filter((id) => !latest.current.removed.includes(id)).length
    const taken = [...accepted.map(({ file }) => file.name), ...(stored?.files.map(({ name }) => name) ?? [])]
    const added = files.slice(0, Math.max(0, room)).map((file) => {
      const apart = namedApart(file, taken)
      taken.push(apart.name)
      return { ...asChosen(apart), isPreparing: true }
    })
    const leftOut = files.slice(added.length).map(({ name }) => name)
    show({ ...latest.current, files: [...accepted, ...added], leftOut })
    for (const one of added) preparing.current = preparing.current.then(() => prepare(one))
  }

  async function prepare({ key, file }: ChosenFile) {
    if (!latest.current.files.some((other) => other.key === key)) return
    const prepared = await prepareEvidence(file)
    const next = (): Chosen => ({
      ...latest.current,
      files: latest.current.files.map((other) => (other.key === key ? { key, ...prepared, file: prepared.file ?? file } : other)),
    })
    await storeDraft(next())
    show(next())
  }

  /** Puts other files in the place of chosen ones, and stores the draft. */
  async function put(files: readonly ChosenFile[]) {
    const next = { ...latest.current, files }
    await storeDraft(next)
    show(next)
  }

  /** Puts the chosen photos into one PDF, which can be undone until something else is added. */
  function joinPhotos() {
    preparing.current = preparing.current.then(async () => {
      const photos = latest.current.files.filter(isAcceptedPhoto)
      const [first] = photos
      if (!first || photos.length < 2) return
      try {
        const { photosIntoPdf } = await import('../entities/evidence/photos-into-pdf.ts')
        const file = await photosIntoPdf(photos.map((photo) => photo.file))
        const others = latest.current.files.filter((one) => !photos.includes(one)).map((one) => one.file.name)
        const pdf = { ...asChosen(namedApart(file, others)), takenOn: photos.find(({ takenOn }) => takenOn)?.takenOn }
        const isTooLarge = file.size > largestFileBytes
        const refusal = isTooLarge ? messages.postedActivities.fileTooLarge({ name: file.name }) : undefined
        if (refusal) return toast(refusal, { kind: 'bad', topic: joinedTopic })
        await put(
          latest.current.files.flatMap((one) => (one === first ? { ...pdf, kind: 'pdf' } : photos.includes(one) ? [] : one)),
        )
        toast(messages.photos.joined({ count: photos.length, file: pdf.file.name }), {
          topic: joinedTopic,
          action: {
            label: messages.general.undo,
            run: () => void put(latest.current.files.flatMap((one) => (one.key === pdf.key ? photos : one))),
          },
        })
      } catch {
        toast(messages.photos.notJoined, { kind: 'bad', topic: joinedTopic })
      }
    })
    return preparing.current
  }
  useEffect(() => () => dismissTopic(joinedTopic), [])

  /** Puts an edited photo in the place of a chosen one. The day on which it was taken stays. */
  function replace(key: number, file: File) {
    preparing.current = preparing.current.then(() =>
      put(latest.current.files.map((one) => (one.key === key ? { ...one, file } : one))),
    )
  }

  /** Removes a chosen file by its key, or a saved one by its id. */
  function remove(which: number | string) {
    const { files, removed } = latest.current
    show({
      files: files.filter(({ key }) => key !== which),
      removed: typeof which === 'string' ? [...removed, which] : removed,
      leftOut: [],
    })
    preparing.current = preparing.current.then(() => storeDraft(latest.current))
  }

  return {
    ...chosen,
    add,
    remove,
    replace,
    joinPhotos,
    clear: () => {
      show(nothingChosen)
      preparing.current = preparing.current.then(() => storeDraft(nothingChosen))
    },
    /** Shows the server's refusals of some files. */
    refuse: (refusals: ReadonlyMap<number, Message>) =>
      show({
        ...latest.current,
        files: latest.current.files.map((one) => ({ ...one, refusal: refusals.get(one.key) ?? one.refusal })),
      }),
    /** The files to send, after preparations that are still running: otherwise a photo that was just chosen would be left out. */
    settled: async () => {
      await preparing.current
      return latest.current
    },
  }
}

/** The day that the photos propose for the starting date: the first that one of them has, unless the camera's clock is ahead. */
export function proposedDay(files: readonly ChosenFile[], today: string): string | undefined {
  return files.find(({ takenOn, refusal }) => takenOn && takenOn <= today && !refusal)?.takenOn
}

/** The first photo is the image of the specification if the posting has none; all others are further files. */
export function divided(files: readonly ChosenFile[], hasImage: boolean) {
  const image = hasImage ? undefined : files.find(({ kind }) => kind === 'photo')
  return { image, further: files.filter((one) => one !== image) }
}

/**
 * The files that the server refused: the sentence about a further file names it. A sentence about none of them stands in the banner alone.
 */
export function refusalsOf(
  errors: readonly { field: string; message: Message }[],
  { image, further }: ReturnType<typeof divided>,
): Map<number, Message> {
  const refusals = new Map<number, Message>()
  for (const { field, message } of errors) {
    if (field === 'image' && image) refusals.set(image.key, message)
    // The last file is refused if all of them together are too much: without it they may fit.
    const last = message.key === overQuota(0, 0).key ? (further.at(-1) ?? image) : undefined
    if (last) refusals.set(last.key, message)
    const named = field === 'files' && further.find(({ file }) => file.name === message.values?.['name'])
    if (named) refusals.set(named.key, message)
  }
  return refusals
}
