// node test/run-files.mjs AT_ONCE LIMIT_MS FILE,FILE… FILE… -- FILE…: runs test files in the order in which they are
// named, those of one word in one process; `node --test` sorts them by their names. Those behind the dashes one after
// the other beside all others. With what bin/test.mjs wants printed.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compose } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { modules, root } from '../bin/platform.mjs'
import { inOne } from './lanes.mjs'
import slowestFiles from './slowest-files.mjs'

/** Of the test files' own processes: rarely full, it costs a sixth less of a processor to keep tidy. */
const YOUNG_SPACE = '--max-semi-space-size=64'

const [atOnce, limitMs, ...words] = process.argv.slice(2)
const waiting = words.includes('--') ? words.slice(words.indexOf('--') + 1) : []
const groups = words
  .slice(0, words.length - waiting.length)
  .filter((word) => word !== '--')
  .map((word) => word.split(',').map((file) => relative(process.cwd(), file)))
const ending = new AbortController()
process.once('SIGTERM', () => {
  process.exitCode = 1
  ending.abort()
})

const lane = (files, concurrency) =>
  run({
    files,
    concurrency,
    timeout: Number(limitMs),
    signal: ending.signal,
    execArgv: ['--import=./test/file-limit.mjs', YOUNG_SPACE],
  })
const lanes = [
  [groups.map((group) => (group.length === 1 ? group[0] : moduleOf(group))), Number(atOnce)],
  [waiting.map((file) => relative(process.cwd(), file)), 1],
]
const events = inOne(
  lanes.filter(([files]) => files.length > 0).map(([files, concurrency]) => lane(files, concurrency)),
)
// A process that ends in the middle of its group must not end the tests of the rest unseen.
const unseen = new Set(groups.filter((group) => group.length > 1).flat())
// Said where it happened, and lost there among thousands of lines.
const late = []
events.on('data', ({ type, data: { name, nesting, todo, message } }) => {
  const isOver = type === 'test:pass' || type === 'test:fail'
  if (isOver && nesting === 0) unseen.delete(name)
  if (type === 'test:fail' && (todo === undefined || todo === false)) process.exitCode = 1
  if (type === 'test:stderr' && message.includes(': not ended after ')) late.push(message.trim())
})
events.once('end', () => {
  for (const message of late) console.error(message)
  if (unseen.size === 0) return
  console.error(`These files did not run to their end: ${[...unseen].join(', ')}`)
  process.exitCode = 1
})
// Before the last of it, the failures are shown once more.
process.stdout.setMaxListeners(0)
compose(events, new spec()).pipe(process.stdout)
compose(events, slowestFiles).pipe(process.stdout)

/** `run` takes modules alone: one for each group, which is the same from run to run, and so compiled once. */
function moduleOf(group) {
  const runner = JSON.stringify(join(root, 'test', 'run-group.mjs'))
  const text = `import { runGroup } from ${runner}\nawait runGroup(${JSON.stringify(group)})\n`
  const folder = process.env.SAMVAD_TEST_GROUPS || join(modules, '.cache', 'test-groups')
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  // Another run may make it at this moment.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
  return path
}
