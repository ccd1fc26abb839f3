// Lets the test files of one process share modules of the tests, so that each is loaded once. A module with side
// effects on loading (a server, a folder, hooks that close them) has the marker `// Per file: ` at the start of a line,
// with the reason: each file gets its own copy, by a query in the URL that its imports inherit.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TEST_MODULES = ['test/', 'sdk/test/'].map((folder) => pathToFileURL(resolve(folder)).href + '/')
const MARK = /^\/\/ Per file: /m
const BEGINS_SOMETHING = /^(?:after|before|beforeEach|afterEach)\(|^(?:export )?const .*= await start/m
const COPY = /\?copy=[^?]+$/

/** Number of times this process has loaded each test file. */
const loads = new Map()

/**
 * Loads a fresh copy of a test file, as a separate process would. The query is the same in every run, so that the
 * compile cache hits: it stores modules by URL.
 */
export function importTestFile(file) {
  const load = (loads.get(file) ?? 0) + 1
  loads.set(file, load)
  const copy = encodeURIComponent(load === 1 ? file : `${file} ${load}`)
  return import(`${pathToFileURL(resolve(file)).href}?copy=${copy}`)
}

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
