// The attributes that contacts of the audience have, as far as its newest ones show.

import type { Contact } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'

const LOOKED_AT = 100
const FRESH_MS = 5 * 60_000

export function useAttributes(listIds: readonly string[]): readonly string[] {
  const enabled = useMay()('contacts.view')
  const [list] = listIds
  const { data = [] } = useQuery({
    queryKey: ['attribute-names', list ?? null],
    enabled,
    staleTime: FRESH_MS,
    async queryFn() {
      const { data: found } = await api.contacts.list({ ...(list && { list_id: list }), limit: LOOKED_AT })
      return attributesIn(found)
    },
  })
  return data
}

/** The most frequent first. */
export function attributesIn(contacts: readonly Pick<Contact, 'attributes'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { attributes } of contacts)
    for (const [name, value] of Object.entries(attributes))
      if (value !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name)
}
