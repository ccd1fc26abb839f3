// A contact's custom fields as lines of text: `city = Nagpur`.

type Attributes = Record<string, string | number | boolean | null>

/** Quoted when it would otherwise be parsed as another type than text. */
function written(value: Attributes[string]): string {
  if (typeof value !== 'string') return String(value)
  return typeof read(value) === 'string' && value === value.trim() && !value.startsWith('"') && !value.includes('\n')
    ? value
    : JSON.stringify(value)
}

function read(text: string): Attributes[string] {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  // A number of 16 digits would lose precision, and one with a leading 0 is an account number or a code.
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text)) return Number(text)
  if (!/^".*"$/.test(text)) return text
  try {
    return JSON.parse(text) as string
  } catch {
    return text
  }
}

export const writtenAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name} = ${written(value)}`)
    .join('\n')

/** The fields, or the first invalid line. */
export function attributesOf(text: string): { attributes: Attributes } | { line: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => !/^[^=]+=/.test(line))
  if (wrong !== undefined) return { line: wrong }
  return {
    attributes: Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf('=')
        return [line.slice(0, at).trim(), read(line.slice(at + 1).trim())]
      }),
    ),
  }
}
