// Formats generated TypeScript: comments and line breaks in the usual style.

export const COLUMNS_MAX = 120

/** A documentation comment with these paragraphs; empty without any. */
export function comment(paragraphs: readonly (string | undefined)[], indent = ''): string {
  const said = paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '') as string[]
  if (said.length === 0) return ''
  const text = said.join('\n\n').replaceAll('*/', '*\\/')
  const [only, ...more] = wrap(text, COLUMNS_MAX - indent.length - '/**  */'.length)
  if (more.length === 0) return `${indent}/** ${only} */\n`
  const lines = wrap(text, COLUMNS_MAX - indent.length - ' * '.length)
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) as string
      if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
    }
    return lines
  })
}

/** `A | B`, or on several lines when too long; `before`: the width already used on the line. */
export function union(parts: readonly string[], indent: string, before: number): string {
  const unique = [...new Set(parts)]
  const line = unique.join(' | ')
  if (unique.length === 1 || (!line.includes('\n') && before + line.length <= COLUMNS_MAX)) return line
  if (unique.some((part) => part.includes('\n'))) return line
  return unique.map((part) => `\n${indent}  | ${part}`).join('')
}

export const quoted = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)

export const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))
