// The fields of a report's machine-readable part: groups of header-like lines, separated by empty lines. Sources:
// RFC 3464 §2.1, RFC 5965 §3.

const GROUPS_MAX = 200
const FIELDS_MAX = 100

/** Names in lower case, each with its first value. */
export type Fields = ReadonlyMap<string, string>

export function fieldGroups(text: string): Fields[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')
  return unfolded
    .split(/\n[ \t]*(?:\n[ \t]*)+/, GROUPS_MAX)
    .map(fieldsOf)
    .filter((fields) => fields.size > 0)
}

function fieldsOf(group: string): Fields {
  const fields = new Map<string, string>()
  for (const line of group.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (!/^[a-z0-9-]+$/.test(name) || fields.has(name)) continue
    fields.set(name, line.slice(colon + 1).trim())
    if (fields.size === FIELDS_MAX) break
  }
  return fields
}
