import { useEffect, useRef, useState } from 'react'
import { forgetDraftFile, readDraftFile, storeDraftFile } from '../draft-files.ts'
import type { Picture } from './posting-values.ts'

/** The picture of a form, and why it is refused, if it is. A chosen one survives whatever the text survives. */
export function useChosenPicture(draft: string, hasStored: boolean) {
  const initial = hasStored ? 'stored' : undefined
  const [picture, setPicture] = useState<Picture>(initial)
  const [refusal, setRefusal] = useState<string>()
  const isChosen = useRef(false)

  useEffect(() => {
    let isHere = true
    void readDraftFile<{ picture: Picture }>(draft).then((kept) => {
      if (kept && isHere && !isChosen.current) setPicture(kept.picture)
    })
    return () => {
      isHere = false
    }
  }, [draft])

  function choose(file: File | undefined, why?: string) {
    // Removing a chosen file shows the stored picture again; removing that one leaves none.
    const next = file ?? (hasStored && picture instanceof File ? 'stored' : undefined)
    isChosen.current = true
    setPicture(next)
    setRefusal(why)
    if (why || next === initial) void forgetDraftFile(draft)
    else void storeDraftFile(draft, { picture: next })
  }

  return { picture, choose, refusal, setRefusal }
}
