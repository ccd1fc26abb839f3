// Names and values of custom fields to suggest: those of the newest contacts. The service has no list of all names;
// any other can be typed.

import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { attributesIn, type KnownAttributes } from './attributes-in.ts'
import { useMay } from './session.ts'

const READ = 100
const FRESH_MS = 5 * 60_000

const NONE: KnownAttributes = new Map()

/** Of the contacts of a list, or of all contacts. */
export function useKnownAttributes(listId?: string): { known: KnownAttributes; isLoading: boolean } {
  const enabled = useMay()('contacts.view')
  const { data, isLoading } = useQuery({
    queryKey: ['known-attributes', listId ?? null],
    enabled,
    queryFn: async () =>
      attributesIn((await api.contacts.list({ ...(listId && { list_id: listId }), limit: READ })).data),
    staleTime: FRESH_MS,
  })
  return { known: data ?? NONE, isLoading }
}
