import type { Message } from '../../../contract/languages/catalogue.ts'

/** An unsaved file. Its kind is unknown while it is being prepared, and when it is refused for being neither. */
export type ChosenFile = {
  key: number
  file: File
  kind?: 'photo' | 'pdf' | undefined
  refusal?: Message | undefined
  isPreparing?: boolean
  /** The day on which a photo was taken, if it says so. */
  takenOn?: string | undefined
}

export type Chosen = {
  files: readonly ChosenFile[]
  /** The ids of saved files that will be removed. */
  removed: readonly string[]
  /** The names of files beyond the limit. */
  leftOut: readonly string[]
}

/** Whether a file is a photo that can be edited, and sent as it is. */
export function isAcceptedPhoto({ kind, refusal, isPreparing }: ChosenFile): boolean {
  return kind === 'photo' && !refusal && !isPreparing
}

export const nothingChosen: Chosen = { files: [], removed: [], leftOut: [] }
