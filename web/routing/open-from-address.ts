import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Does once what the address asks of the open panel, such as `open=add` for the form of a new row: how Find leads to what people want to
 * do. The address forgets it, so that a reload or Back does not do it again.
 */
export function useOpenFromAddress(what: string, run: () => void, isReady = true) {
  const wanted: { open?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isWanted = wanted.open === what && isReady
  const onWanted = useEffectEvent(() => {
    void navigate({ to: '.', search: ({ open: _, ...rest }) => rest, replace: true, resetScroll: false })
    run()
  })
  useEffect(() => {
    if (isWanted) onWanted()
  }, [isWanted])
}
