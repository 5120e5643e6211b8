import { createContext } from 'react'

/** Opens the page of the handbook about the open panel; undefined where there is no help. */
export const PanelHelp = createContext<(() => void) | undefined>(undefined)
