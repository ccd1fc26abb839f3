// The attributes that contacts of the audience have, as far as its newest ones show.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { attributesIn } from './attributes-in.ts'

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
