// Builds API paths from a template: at`/v1/messages/${id}`.

/** Each value becomes exactly one path segment, whatever it contains; a value that would change the path throws. */
export function at(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.slice(1).reduce((path, part, index) => path + segment(values[index]) + part, parts[0] as string)
}

function segment(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError(`${JSON.stringify(value) ?? 'undefined'} is no id: give the id of what is meant, as text.`)
  return encodeURIComponent(value)
}

export type Query = Readonly<Record<string, unknown>>

/** `?limit=10&archived=true`, or nothing. Undefined values are left out, and a list is repeated for each item. */
export function queryText(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
