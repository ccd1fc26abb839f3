// The two lines that a new channel needs, written into the tables as this process loads them: what a commit would do.

import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'

interface Line {
  /** The table, below server/. */
  file: string
  /** Its line of today, and what it becomes. */
  from: string
  to: string
  /** Where the name comes from. */
  folder: string
}

const lines: readonly Line[] = [
  {
    file: 'channels/table.ts',
    from: '{ email, app, sms }',
    to: '{ email, app, sms, pager }',
    folder: './pager/description.ts',
  },
  {
    file: 'messaging/channels/channels.ts',
    from: '{ email, app, sms }',
    to: '{ email, app, sms, pager }',
    folder: './pager/channel.ts',
  },
]

/** Before anything of the program is loaded. */
export function addPager(): void {
  const server = new URL('../../server/', import.meta.url)
  const byUrl = new Map(lines.map((line) => [new URL(line.file, server).href, line]))
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const line = byUrl.get(url)
      if (!line) return loaded
      const source = String(loaded.source)
      assert.ok(source.includes(line.from), `${line.file} has no line ${line.from}`)
      const added = `import { pager } from '${new URL(line.folder, import.meta.url).href}'\n`
      return { ...loaded, source: added + source.replace(line.from, line.to) }
    },
  })
}
