// A reporter of node:test, used along with `spec`: total duration of the files of each folder, and the slowest files.

const SLOWEST_SHOWN_MAX = 10

export default async function* durations(events) {
  const files = []
  for await (const { type, data } of events)
    if (type === 'test:complete' && data.nesting === 0 && data.name.endsWith('.test.ts'))
      files.push({ file: data.name, ms: data.details.duration_ms })
  if (files.length <= SLOWEST_SHOWN_MAX) return

  const folders = Map.groupBy(files, ({ file }) => folderOf(file))
  yield '\nDuration by folder (its files run in parallel with others):\n'
  for (const [folder, inIt] of byDuration([...folders].map(([name, all]) => [`${name} (${all.length})`, sum(all)])))
    yield line(inIt, folder)
  yield '\nSlowest files:\n'
  const slowest = byDuration(files.map(({ file, ms }) => [file, ms])).slice(0, SLOWEST_SHOWN_MAX)
  for (const [file, ms] of slowest) yield line(ms, file)
}

/** `server/money` for server/money/wallet/wallet.test.ts, `test/faults` for test/faults/clock.test.ts. */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/')
const sum = (files) => files.reduce((total, { ms }) => total + ms, 0)
const byDuration = (rows) => rows.toSorted(([, one], [, other]) => other - one)
const line = (ms, name) => `  ${String(Math.round(ms / 1000)).padStart(5)} s  ${name}\n`
