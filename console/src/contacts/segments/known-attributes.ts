// Names and values of custom fields to suggest: those of the newest contacts. The service has no list of all names;
// any other can be typed.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

const READ = 100
const VALUES_MAX = 20
const FRESH_MS = 5 * 60_000

/** Name → values, each from the most to the least frequent. */
export type KnownAttributes = ReadonlyMap<string, readonly string[]>

interface Attributed {
  attributes: Readonly<Record<string, string | number | boolean | null>>
}

export function attributesIn(contacts: readonly Attributed[]): KnownAttributes {
  const counts = new Map<string, Map<string, number>>()
  for (const { attributes } of contacts)
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === '') continue
      const values = counts.get(name) ?? new Map<string, number>()
      counts.set(name, values.set(String(value), (values.get(String(value)) ?? 0) + 1))
    }
  const sum = (values: Map<string, number>) => [...values.values()].reduce((all, one) => all + one, 0)
  return new Map(
    [...counts]
      .sort(([, one], [, other]) => sum(other) - sum(one))
      .map(([name, values]) => [
        name,
        [...values]
          .sort(([, one], [, other]) => other - one)
          .slice(0, VALUES_MAX)
          .map(([value]) => value),
      ]),
  )
}

const NONE: KnownAttributes = new Map()

export function useKnownAttributes(): KnownAttributes {
  const { data } = useQuery({
    queryKey: ['known-attributes'],
    queryFn: async () => attributesIn((await api.contacts.list({ limit: READ })).data),
    staleTime: FRESH_MS,
  })
  return data ?? NONE
}
