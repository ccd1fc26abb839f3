// Names and values of custom fields to suggest: those of the newest contacts. The service has no list of all names;
// any other can be typed.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { attributesIn, type KnownAttributes } from './attributes-in.ts'

const READ = 100
const FRESH_MS = 5 * 60_000

const NONE: KnownAttributes = new Map()

export function useKnownAttributes(): KnownAttributes {
  const { data } = useQuery({
    queryKey: ['known-attributes'],
    queryFn: async () => attributesIn((await api.contacts.list({ limit: READ })).data),
    staleTime: FRESH_MS,
  })
  return data ?? NONE
}
