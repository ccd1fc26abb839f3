// The text of our PDFs, page by page, as a reader that copies text extracts it.

import { inflateSync } from 'node:zlib'

/** The text of each page of one of our files: maps each font's glyphs to characters by its own table. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = new Map<string, string>()
  for (const [, id, content] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    objects.set(id as string, content as string)
  }
  const object = (id: string | undefined) => objects.get(id as string) as string
  const pages = [...objects.values()].filter((content) => content.includes('/Type /Page\n'))
  return pages.map((page) => {
    const resources = object(/\/Resources (\d+)/.exec(page)?.[1])
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
        name as string,
        glyphsOf(inflated(object(/\/ToUnicode (\d+)/.exec(object(id))?.[1]))),
      ]),
    )
    let font = new Map<string, string>()
    let text = ''
    const content = inflated(object(/\/Contents (\d+)/.exec(page)?.[1]))
    for (const [token, name] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<[0-9a-f]*>|\bET\b/g)) {
      if (name) font = fonts.get(name) as Map<string, string>
      else if (token === 'ET') text += '\n'
      else for (const [glyph] of token.slice(1, -1).matchAll(/.{4}/g)) text += font.get(glyph) ?? '?'
    }
    return text
  })
}

function inflated(object: string): string {
  return inflateSync(Buffer.from(object.slice(object.indexOf('stream\n') + 7), 'latin1'), { finishFlush: 2 }).toString(
    'latin1',
  )
}

function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, from, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const characters = [...(list as string).matchAll(/<([^>]*)>/g)].map(([, hex]) =>
      Buffer.from((hex as string).replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le'),
    )
    characters.forEach((character, index) => {
      glyphs.set((Number.parseInt(from as string, 16) + index).toString(16).padStart(4, '0'), character)
    })
  }
  return glyphs
}
