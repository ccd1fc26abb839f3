// What others wrote of the console's files, with its licence: each must go where what was built from it goes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Writes `licences.txt` beside the page: every package of which something was built in, fonts too. `root`: of the console. */
export function licences(root: string): Plugin {
  const folders = new Set<string>()
  return {
    name: 'licences',
    apply: 'build',
    // A style sheet names the fonts that it takes: their package is that of the sheet.
    transform(_code, id) {
      const folder = PACKAGE.exec(id)?.[1]
      if (folder !== undefined) folders.add(folder)
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset')
          for (const name of file.originalFileNames) {
            const folder = PACKAGE.exec(resolve(root, name))?.[1]
            if (folder !== undefined) folders.add(folder)
          }
      const texts = [...folders].map(textOf).toSorted()
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(100)}\n\n`) })
    },
  }
}

function textOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  const text = file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
  return `${name} ${version}: ${license}\n\n${text.trim()}\n`
}
