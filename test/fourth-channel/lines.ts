// The lines that a new channel needs, inserted into the tables as this process loads them, in place of a commit.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

interface Line {
  /** Path of the table, from the root of the repository. */
  file: string
  /** The current line, and its replacement. */
  from: string
  to: string
  /** The folder that the import resolves to. */
  folder: string
}

const lines: readonly Line[] = [
  {
    file: 'server/channels/table.ts',
    from: '{ email, app, sms }',
    to: '{ email, app, sms, pager }',
    folder: './pager/description.ts',
  },
  {
    file: 'server/messaging/channels/channels.ts',
    from: '{ email, app, sms }',
    to: '{ email, app, sms, pager }',
    folder: './pager/channel.ts',
  },
  {
    file: 'console/src/app/channels.ts',
    from: '{ email, app, sms }',
    to: '{ email, app, sms, pager }',
    folder: './pager/console.ts',
  },
]

/** Call before anything of the program is loaded. */
export function addPager(): void {
  const root = new URL('../../', import.meta.url)
  const byUrl = new Map(lines.map((line) => [new URL(line.file, root).href, line]))
  registerHooks({
    load(url, context, next) {
      // The console's pages, which Node cannot load itself.
      if (url.endsWith('.tsx')) return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
      const loaded = next(url, context)
      const line = byUrl.get(url)
      if (!line) return loaded
      const source = readFileSync(fileURLToPath(url), 'utf8')
      assert.ok(source.includes(line.from), `${line.file} has no line ${line.from}`)
      const added = `import { pager } from '${new URL(line.folder, import.meta.url).href}'\n`
      return { ...loaded, source: added + source.replace(line.from, line.to) }
    },
  })
}

const compiled = (path: string): string => transformSync(path, readFileSync(path, 'utf8')).code
