// The licences of all packages installed with the program in one text: names and full texts, which the licences
// require. Packages for other systems, which are not installed here, are listed by name only.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

export function licenceTexts(root, modules) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.dev && !entry.link)
  const byText = new Map()
  for (const [path, { version, license }] of shipped) {
    const folder = join(modules, path.slice('node_modules/'.length))
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`
    const manifest = existsSync(join(folder, 'package.json'))
      ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      : {}
    const called = license ?? (typeof manifest.license === 'string' ? manifest.license : '')
    const text = textIn(folder) || `(${called || 'named in its source'}; no text comes with it)`
    const same = byText.get(text) ?? []
    byText.set(text, [...same, called ? `${name} (${called})` : name])
  }
  const parts = [...byText].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}\n`)
  return `What Samvad is installed with, and under which licences. Samvad itself: LICENSE.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

function textIn(folder) {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((name) => FILE.test(name) && !/\.(js|ts|json)$/.test(name))
  return files
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}
