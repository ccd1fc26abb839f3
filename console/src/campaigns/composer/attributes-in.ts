interface Attributed {
  attributes: Readonly<Record<string, unknown>>
}

/** The names of the attributes that these contacts have, the most frequent first. */
export function attributesIn(contacts: readonly Attributed[]): string[] {
  const counts = new Map<string, number>()
  for (const { attributes } of contacts)
    for (const [name, value] of Object.entries(attributes))
      if (value !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name)
}
