import { useEffect, useState } from 'react'

/**
 * The URL of a chosen file, to show it before it is uploaded. Undefined until it is created: that of another file may be revoked already.
 */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [made, setMade] = useState<{ file: File; address: string }>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setMade({ file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  return made && made.file === file ? made.address : undefined
}
