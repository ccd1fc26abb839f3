// The user's preferences, stored at the server for all browsers. The browser's copy only bridges the time until they
// are loaded.

import type { Me } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { api } from './api.ts'
import { type Language, languages, useLanguage } from './language.tsx'
import { queryClient } from './queries.ts'
import { chooseTheme, type Theme } from './theme.ts'
import { TimeZoneProvider } from './time-zone.tsx'

const queryKey = ['me']

export const useMe = () => useQuery({ queryKey, queryFn: () => api.me.retrieve() as Promise<Me> })

type Chosen = { language?: Language; theme?: Theme; time_zone?: string | null }

/** The caller applies it at once; if it cannot be stored, it applies to this browser only. */
export async function keepPreference(chosen: Chosen): Promise<void> {
  const me = await api.me.update(chosen)
  queryClient.setQueryData(queryKey, me)
}

export function Preferences({ children }: { children: ReactNode }) {
  const { choose } = useLanguage()
  const { data } = useMe()
  const language = data?.language
  const theme = data?.theme
  useEffect(() => {
    if (language != null && language in languages) choose(language as Language)
    // A preference from another browser is applied once; later changes here are stored from here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [language])
  useEffect(() => {
    if (theme != null) chooseTheme(theme as Theme)
  }, [theme])
  return <TimeZoneProvider zone={data?.time_zone}>{children}</TimeZoneProvider>
}
