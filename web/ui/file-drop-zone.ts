import { type DragEvent, useEffect, useState } from 'react'

/** The props of an element on which files can be dropped, and whether a file is dragged over it. */
export function useFileDropZone(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrops()
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { zone, isOver }
}

/** Ignores a file that is dropped outside its zone: the browser would open it, and replace the portal with all unsaved input. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
