// A reporter of node:test, beside the one that prints the results: the files that took longest, so that whoever waits
// for the suite sees where to look.

import { relative } from 'node:path'

const SHOWN_MAX = 12

export default async function* slowestFiles(events) {
  const files = []
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined) files.push({ file: data.file, ms: data.duration_ms })
  if (files.length <= SHOWN_MAX) return
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_MAX)
  yield '\nThe files that took longest:\n'
  for (const { file, ms } of slowest) yield `  ${Math.round(ms / 1000)} s  ${relative(process.cwd(), file)}\n`
}
