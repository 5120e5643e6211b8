import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../contract/languages/catalogue.ts'
import { forgetDraftFile, readDraftFile, storeDraftFile } from '../draft-files.ts'
import { preparePhoto } from './prepare-photo.ts'

type Chosen = { picture: File | undefined; refusal?: Message | undefined; isPreparing?: boolean }

/** The one picture of a form, and why it is refused, if it is. A chosen one survives whatever the text survives. */
export function useChosenPicture(draft: string) {
  const [chosen, setChosen] = useState<Chosen>({ picture: undefined })
  const latest = useRef(chosen)
  const turn = useRef(0)
  const preparing = useRef<Promise<void>>(undefined)

  const show = useCallback((next: Chosen) => {
    latest.current = next
    setChosen(next)
  }, [])

  useEffect(() => {
    let isHere = true
    void readDraftFile<{ picture: File }>(draft).then((kept) => {
      if (kept && isHere && turn.current === 0) show({ picture: kept.picture })
    })
    return () => {
      isHere = false
    }
  }, [draft, show])

  function choose(file: File | undefined) {
    turn.current += 1
    preparing.current = prepare(file, turn.current)
  }

  async function prepare(file: File | undefined, ownTurn: number) {
    // Decoding 50 megapixels takes a phone a second or two.
    if (file) show({ ...latest.current, isPreparing: true })
    const { file: prepared, refusal } = file ? await preparePhoto(file) : { file, refusal: undefined }
    // Another file was chosen while this one was prepared.
    if (ownTurn !== turn.current) return
    // A refused file is shown too.
    const picture = prepared ?? file
    // First stored, then shown: a picture that is shown survives a reload.
    if (refusal || !picture) await forgetDraftFile(draft)
    else await storeDraftFile(draft, { picture })
    if (ownTurn === turn.current) show({ picture, refusal })
  }

  return {
    ...chosen,
    choose,
    /** The server refused it. */
    refuse: (refusal: Message | undefined) => show({ ...latest.current, refusal }),
    /** To be sent: after a preparation that is still running, or a photo that was just chosen would be left out. */
    settled: async () => {
      await preparing.current
      return latest.current
    },
  }
}
