import { useCallback, useEffect, useRef, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { forgetDraftFile, readDraftFile, storeDraftFile } from '../../drafts/draft-files.ts'
import { type Chosen, nothingChosen } from '../evidence/chosen-file.ts'
import { preparePhoto } from '../evidence/prepare-photo.ts'

/** The one photo of a form, and the reason why it is refused, if it is. A chosen photo survives what the text survives. */
export function useChosenPhoto(draft: string) {
  const [chosen, setChosen] = useState(nothingChosen)
  const latest = useRef(chosen)
  const turn = useRef(0)
  const preparing = useRef<Promise<void>>(undefined)

  const show = useCallback((next: Chosen) => {
    latest.current = next
    setChosen(next)
  }, [])

  useEffect(() => {
    let isHere = true
    void readDraftFile<{ picture: File }>(draft).then((stored) => {
      if (stored && isHere && turn.current === 0) show(photoOf(stored.picture, { key: 0, kind: 'photo' }))
    })
    return () => {
      isHere = false
    }
  }, [draft, show])

  function choose(file: File | undefined) {
    turn.current += 1
    preparing.current = prepare(file, turn.current)
  }

  async function prepare(file: File | undefined, key: number) {
    // Decoding 50 megapixels takes a phone a second or two.
    show(file ? photoOf(file, { key, isPreparing: true }) : nothingChosen)
    const { file: photo, refusal } = file ? await preparePhoto(file) : {}
    // Another file was chosen while this one was prepared.
    if (key !== turn.current) return
    // The photo is stored first, then shown: a photo that is shown survives a reload.
    if (photo) await storeDraftFile(draft, { picture: photo })
    else await forgetDraftFile(draft)
    if (key !== turn.current) return
    if (photo) show(photoOf(photo, { key, kind: 'photo' }))
    // A refused file is shown too.
    else if (file) show(photoOf(file, { key, refusal: explained(refusal) }))
  }

  return {
    chosen,
    choose,
    /** Shows the server's refusal of the photo. */
    refuse: (refusal: Message | undefined) =>
      show({ ...latest.current, files: latest.current.files.map((one) => ({ ...one, refusal: explained(refusal) })) }),
    /** The photo to send, after a preparation that is still running: otherwise a photo that was just chosen would be left out. */
    settled: async () => {
      await preparing.current
      return latest.current.files[0]
    },
  }
}

function photoOf(file: File, rest: Omit<Chosen['files'][number], 'file'>): Chosen {
  return { ...nothingChosen, files: [{ file, ...rest }] }
}

/** The refusal in the words of this form, which takes no PDF, unlike others. */
function explained(refusal: Message | undefined): Message | undefined {
  return refusal?.key === messages.postedActivities.onlyJpg.key ? messages.questions.onlyPhoto : refusal
}
