// Several runs of node:test as one: what each says of a test together, and at the end one summary of all.

import { PassThrough } from 'node:stream'

const COUNT = /^(\w+) ([\d.]+)$/

/** What took longest is how long the whole took; all else adds up. */
const together = (name, one, other) => (name === 'duration_ms' ? Math.max(one, other) : one + other)

export function inOne(runs) {
  const events = new PassThrough({ objectMode: true })
  const counts = new Map()
  let summary
  let open = runs.length
  for (const run of runs) {
    // Reporters take what is said of a test within another to be of the one that began last.
    let ofTest = []
    const tell = () => {
      for (const event of ofTest) events.write(event)
      ofTest = []
    }
    run.on('data', (event) => {
      const { type, data } = event
      const [, name, count] = (isOfWholeRun(event) && type === 'test:diagnostic' && COUNT.exec(data.message)) || []
      if (name) counts.set(name, together(name, counts.get(name) ?? 0, Number(count)))
      else if (type === 'test:summary' && isOfWholeRun(event)) summary = summaryOf(summary, data)
      else ofTest.push(event)
      if (data.nesting === 0 && (type === 'test:pass' || type === 'test:fail')) tell()
    })
    run.once('end', () => {
      tell()
      open--
      if (open > 0) return
      for (const [name, count] of counts)
        events.write({ type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${count}`, level: 'info' } })
      if (summary) events.write({ type: 'test:summary', data: summary })
      events.end()
    })
  }
  return events
}

const isOfWholeRun = ({ data }) => data.file === undefined && (data.nesting ?? 0) === 0

function summaryOf(known, found) {
  if (!known) return found
  const counts = { ...known.counts }
  for (const [name, count] of Object.entries(found.counts)) counts[name] = (counts[name] ?? 0) + count
  return {
    ...known,
    success: known.success && found.success,
    counts,
    duration_ms: Math.max(known.duration_ms, found.duration_ms),
  }
}
