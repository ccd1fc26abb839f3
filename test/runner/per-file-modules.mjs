// Test files of one process share the modules of the tests, so that each is loaded once. A module that begins something
// when it is loaded (a server, a folder, hooks that close them) says `// Per file: ` at the start of a line and why: each
// file gets a copy of its own, by a query that its imports inherit.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TEST_MODULES = ['test/', 'sdk/test/'].map((folder) => pathToFileURL(resolve(folder)).href + '/')
const MARK = /^\/\/ Per file: /m
const BEGINS_SOMETHING = /^(?:after|before|beforeEach|afterEach)\(|^(?:export )?const .*= await start/m
const COPY = /\?copy=\d+$/

let copies = 0

/** Loads a test file as a copy of its own, as in a process of its own. */
export const importTestFile = (file) => import(`${pathToFileURL(resolve(file)).href}?copy=${++copies}`)

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (resolved.url.includes('?') || !TEST_MODULES.some((folder) => resolved.url.startsWith(folder))) return resolved
    if (!isPerFile(resolved.url)) return resolved
    const copy = COPY.exec(context.parentURL ?? '')?.[0]
    if (copy) return { ...resolved, url: resolved.url + copy }
    const [module, user] = [resolved.url, context.parentURL ?? ''].map((url) => url.slice(url.indexOf('/test/') + 1))
    throw new Error(`${user} uses ${module}, which begins anew for each file: it needs the line "// Per file: " too`)
  },
})

const known = new Map()

function isPerFile(url) {
  const before = known.get(url)
  if (before !== undefined) return before
  const text = readFileSync(fileURLToPath(url), 'utf8')
  const isMarked = MARK.test(text)
  if (!isMarked && !url.includes('.test.') && BEGINS_SOMETHING.test(text))
    throw new Error(
      `${fileURLToPath(url)} begins something when it is loaded: it needs the line "// Per file: " with why`,
    )
  known.set(url, isMarked)
  return isMarked
}
