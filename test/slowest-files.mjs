// A reporter of node:test, beside the one that prints the results: the files that took longest, so that whoever waits
// for the suite sees where to look.

import { relative } from 'node:path'

const SHOWN_MAX = 12

export default async function* slowestFiles(events) {
  const took = new Map()
  for await (const { type, data } of events) {
    // Of a process with one file the whole of it; of one with several the suite that each file is.
    if (type === 'test:summary' && data.file?.endsWith('.test.ts'))
      took.set(relative(process.cwd(), data.file), data.duration_ms)
    if (type === 'test:complete' && data.nesting === 0 && data.name.endsWith('.test.ts'))
      took.set(relative(process.cwd(), data.name), data.details.duration_ms)
  }
  const files = [...took].map(([file, ms]) => ({ file, ms }))
  if (files.length <= SHOWN_MAX) return
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_MAX)
  yield '\nThe files that took longest:\n'
  for (const { file, ms } of slowest) yield `  ${Math.round(ms / 1000)} s  ${file}\n`
}
