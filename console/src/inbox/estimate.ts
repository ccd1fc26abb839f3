// The cost of the exact text, requested after a typing pause.

import type { MessageEstimate, NewMessage } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../app/api.ts'

const PAUSE_MS = 250

export interface Estimate {
  data: MessageEstimate | undefined
  error: unknown
}

export function useEstimate(body: NewMessage | null): Estimate {
  const asked = body === null ? null : JSON.stringify(body)
  const [paused, setPaused] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(asked), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const { data, error } = useQuery({
    queryKey: ['estimate', paused],
    // A session may close, or a price change.
    staleTime: 30_000,
    gcTime: 60_000,
    enabled: paused !== null && asked !== null,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const estimate = await api.messages.estimate(JSON.parse(paused as string) as NewMessage, {
        idempotencyKey: null,
        signal,
      })
      return { ...estimate }
    },
  })
  return asked === null ? { data: undefined, error: null } : { data: error ? undefined : data, error }
}
