import { createContext, use } from 'react'

export const BeginContext = createContext<() => void>(() => {})

/** Opens what begins a conversation. */
export const useBegin = (): (() => void) => use(BeginContext)
