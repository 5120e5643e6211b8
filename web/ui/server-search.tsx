import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchBox } from './data-table-tools.tsx'

/** The pause in typing after which the server is asked, because it does the search. */
const pauseMs = 300

type Props = { label: string; value: string; onChange: (text: string) => void }

/** A search box above a list of which only the server has everything. */
export function ServerSearch({ label, value, onChange }: Props) {
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

  return <SearchBox label={label} value={text} onChange={setText} onBlur={() => send(text.trim())} isNarrow={false} />
}
