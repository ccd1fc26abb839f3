// Contacts' custom fields with their values, most frequent first. Pure.

const VALUES_MAX = 20

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
