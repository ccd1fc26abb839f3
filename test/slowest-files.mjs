// A reporter of node:test, beside the one that prints the results: the files that took longest, so that whoever waits
// for the suite sees where to look.

import { relative } from 'node:path'

const SHOWN_MAX = 12

export default async function* slowestFiles(events) {
  const files = []
  for await (const { type, data } of events) {
    // Of a process with one file the whole of it; of one with several the suite that each file is.
    if (type === 'test:summary' && data.file?.endsWith('.test.ts'))
      files.push({ file: data.file, ms: data.duration_ms })
    if (type === 'test:complete' && data.nesting === 0 && data.name.endsWith('.test.ts'))
      files.push({ file: data.name, ms: data.details.duration_ms })
  }
  if (files.length <= SHOWN_MAX) return
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_MAX)
  yield '\nThe files that took longest:\n'
  for (const { file, ms } of slowest) yield `  ${Math.round(ms / 1000)} s  ${relative(process.cwd(), file)}\n`
}
