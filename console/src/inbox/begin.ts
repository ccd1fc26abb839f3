import { createContext, use } from 'react'

export const BeginContext = createContext<() => void>(() => {})

/** Opens the dialog that starts a conversation. */
export const useBegin = (): (() => void) => use(BeginContext)
