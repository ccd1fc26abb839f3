// The query cache: the pages' only copy of server state.

import { SamvadError } from '@samvad/sdk'
import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askAnew } from './ask-anew.ts'
import { useEvents } from './live.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The SDK retries by itself where that is useful.
      retry: false,
      // Events announce changes; data shown again later is refetched.
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      throwOnError: false,
    },
    mutations: { retry: false },
  },
})

const TOGETHER_MS = 250

/**
 * Refetches what these events change: all queries whose key starts with one of `keys`, at most every quarter of a
 * second. `useRefresh(['balance.*', 'transaction.*'], [['balance'], ['transactions']])`
 */
export function useRefresh(events: readonly string[], keys: readonly (readonly unknown[])[]): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const refresh = () => {
    timer.current = undefined
    for (const queryKey of keys) void askAnew(client, queryKey)
  }
  useEvents(events, () => {
    timer.current ??= setTimeout(refresh, TOGETHER_MS)
  })
}

export const isNotFound = (error: unknown): boolean => error instanceof SamvadError && error.status === 404
