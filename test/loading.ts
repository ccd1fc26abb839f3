// Records which modules the processes of a started program load.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Loading {
  /** Environment of the program to start. */
  environment: { NODE_OPTIONS: string }
  /** URLs of the watched modules that each process loaded. */
  loaded(): string[]
  remove(): void
}

/** `watched` matches the URLs of modules. */
export function watchLoading(watched: RegExp): Loading {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-loaded-'))
  const witness = join(folder, 'witness.mjs')
  writeFileSync(
    witness,
    `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (${watched}.test(url)) appendFileSync(${JSON.stringify(folder)} + '/' + process.pid + '.loaded', url + '\\n')
    return next(url, context)
  },
})
`,
  )
  return {
    environment: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(witness)}` },
    loaded() {
      const names = readdirSync(folder).filter((name) => name.endsWith('.loaded'))
      return names.map((name) => readFileSync(join(folder, name), 'utf8'))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
