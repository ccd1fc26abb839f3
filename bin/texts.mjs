// Prints the texts of the console, English and Hindi side by side, one per line. A text with parameters is printed with
// their names in braces, then once for each number that changes the text.
//   node bin/run.mjs bin/texts.mjs [FILE or FOLDER …]     without arguments: all of console/src

import { globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './platform.mjs'

const FILES = '**/{*words,*texts,all-pages}.ts'
const NUMBERS = [0, 1, 2]

const oneLine = (text) => String(text).replaceAll('\n', '\\n').replaceAll('|', '\\|')

/** The names of a function's parameters, read from its source. */
function parametersOf(text) {
  const [, inside = text.toString().split('=>')[0]] = /^\s*\w*\s*\(([^)]*)\)/.exec(text.toString()) ?? []
  return inside.split(',').flatMap((one) => /\w+/.exec(one)?.[0] ?? [])
}

/** The general form of a text with parameters, then its forms for single numbers. */
function* formsOf(text) {
  const names = parametersOf(text)
  const braced = names.map((name) => `{${name}}`)
  const general = text(...braced)
  yield ['', general]
  for (const [place, name] of names.entries())
    for (const number of NUMBERS) {
      const form = text(...braced.with(place, number))
      if (form !== String(general).replaceAll(`{${name}}`, number)) yield [` ${name}=${number}`, form]
    }
}

/** Every text of one language: its key and its forms. */
function* flat(value, key = '') {
  if (typeof value === 'string') yield [key, new Map([['', value]])]
  else if (typeof value === 'function') {
    try {
      yield [key, new Map(formsOf(value))]
    } catch {
      yield [key, new Map([['', value.toString().replaceAll(/\s+/g, ' ')]])]
    }
  } else if (value && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) yield* flat(inner, key === '' ? name : `${key}.${name}`)
}

/** Every pair of catalogues that a module exports, at any depth. */
function* pairsOf(value, key = '') {
  if (!value || typeof value !== 'object') return
  if ('en' in value && 'hi' in value) yield [key, value]
  else for (const [name, inner] of Object.entries(value)) yield* pairsOf(inner, key === '' ? name : `${key}.${name}`)
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  const files = globSync(FILES, { cwd: path })
  return files.sort().map((file) => join(path, file))
}

const wanted = process.argv.slice(2)
const files = (wanted.length > 0 ? wanted : [join(root, 'console/src')]).flatMap((one) => filesOf(resolve(one)))
for (const file of files) {
  const pairs = [...pairsOf({ ...(await import(pathToFileURL(file).href)) })]
  if (pairs.length === 0) continue
  console.log(`\n## ${relative(root, file)}\n\n| key | English | Hindi |\n|---|---|---|`)
  for (const [name, { en, hi }] of pairs) {
    const [english, hindi] = [new Map(flat(en)), new Map(flat(hi))]
    for (const key of new Set([...english.keys(), ...hindi.keys()])) {
      const forms = [english.get(key), hindi.get(key)]
      for (const form of new Set(forms.flatMap((one) => [...(one?.keys() ?? [])]))) {
        const shown = forms.map((one) => oneLine(one?.get(form) ?? one?.get('') ?? '—'))
        console.log(`| ${[name, key + form].filter(Boolean).join(': ')} | ${shown.join(' | ')} |`)
      }
    }
  }
}
