import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { SearchBox } from '../ui/data-table-tools.tsx'

/** The pause in typing after which the server is asked, because it does the search. */
const pauseMs = 300

type Props = { value: string; onChange: (text: string) => void }

export function ReviewSearch({ value, onChange }: Props) {
  const say = useSay()
  const [text, setText] = useState(value)
  const sent = useRef(value)

  const send = useEffectEvent((wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    onChange(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  // The value was changed elsewhere: the filters were cleared, or Back was pressed.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  return (
    <SearchBox
      label={say(messages.review.search)}
      value={text}
      onChange={setText}
      onBlur={() => send(text.trim())}
      isNarrow={false}
    />
  )
}
