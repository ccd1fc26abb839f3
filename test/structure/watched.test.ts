// spec 17.13: failures are counted, shown and alerted on. The Prometheus rules and the dashboard name only existing
// metrics, and every metric of failures has an alert with a page that says what to do.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { holds, readSources, root } from './sources.ts'

/** Metrics of quantities rather than failures. */
const figures: Record<string, string> = {
  samvad_build_info: 'which version runs',
  samvad_deliveries_accepted_total: 'how much is sent',
  samvad_deliveries_due: 'how much waits; how long is what matters',
  samvad_deliveries_in_hand: 'how much is under way',
  samvad_due_work: 'how much waits; how long is what matters',
  samvad_arrival_last_timestamp_seconds: 'when something came; that nothing comes may be as it should',
  samvad_jobs_put_off_total: 'which jobs waited in vain; samvad_database_refusals_total{reason="turn"} has the alert',
  samvad_job_runs_total: 'how often jobs run; whether they succeed is what matters',
  samvad_send_flush_messages: 'how much goes together',
  samvad_spans_exported_total: 'how much is told to a collector of traces',
  samvad_send_surprises_total: 'two processes send for one organization: slower, and right',
  samvad_database_connections: 'how many are used; who waits is what matters',
  samvad_search_organizations_walked: 'how much of what was there before is still to be indexed',
  samvad_refunds_waiting: 'how many wait; how long is what matters',
}

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const alerts = read('deploy/prometheus/alerts.yml')
const dashboard = read('deploy/grafana/samvad.json')
const page = read('docs/alerts.md')
const documented = read('docs/log-and-metrics.md').split('## Metrics')[1] as string

/** As declared, by a constructor of prom-client or by a set of gauges. */
const declared = readSources('server/**/*.ts')
  .filter(({ isTest }) => !isTest)
  .flatMap(({ uncommented }) =>
    [...uncommented.matchAll(/(?:\bname: |\bgauge\(\s*)'(samvad_\w+)'/g)].map(([, name]) => name as string),
  )

/** For a histogram the declared name, whichever of its series is used. */
const namesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\bsamvad_\w+/g)].map(([name]) => {
      const base = name.replace(/_(bucket|sum|count)$/, '')
      return declared.includes(base) ? base : name
    }),
  ),
]

const expressions = [...alerts.matchAll(/^ {8}expr: (?:>-\n {10})?(.*)$/gm)].map(
  ([, expression]) => expression as string,
)
const names = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name as string)

test('spec 17.13: every metric is declared once, and documented', () => {
  assert.ok(declared.length > 45, `${declared.length} were found`)
  assert.equal(new Set(declared).size, declared.length)
  const described = [...documented.matchAll(/^\| `(samvad_\w+)`/gm)].map(([, name]) => name as string)
  assert.deepEqual(described.toSorted(), declared.toSorted(), 'docs/log-and-metrics.md and the code differ')
})

test('spec 17.13: alerts and dashboard name only metrics that there are', () => {
  assert.equal(expressions.length, names.length)
  const unknown = (text: string, where: string) =>
    namesIn(text)
      .filter((name) => !declared.includes(name))
      .map((name) => `${where} names ${name}`)
  holds('An alert on what nobody measures never fires.', [
    ...unknown(expressions.join('\n'), 'alerts.yml'),
    ...unknown(dashboard, 'samvad.json'),
  ])
})

test('spec 17.13: whatever can fail has an alert, and everything a place on the dashboard', () => {
  const told = namesIn(expressions.join('\n'))
  holds(
    'A failure that nobody is told of lasts: give it an alert, or say above why it is none.',
    declared.filter((name) => !told.includes(name) && !(name in figures)),
  )
  holds(
    'It has an alert, or is not there any more: take it out of the list above.',
    Object.keys(figures).filter((name) => told.includes(name) || !declared.includes(name)),
  )
  const shown = namesIn(dashboard)
  holds(
    'Who is told of it wants to see it.',
    declared.filter((name) => !shown.includes(name)),
  )
})

test('spec 17.13: the panels of the dashboard have an id and a place of their own', () => {
  const panels: { id: number; title: string; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[] =
    JSON.parse(dashboard).panels
  const taken = new Map<string, string>()
  const clashes = panels.flatMap(({ id, title, gridPos: { x, y, w, h } }) => {
    const cells = Array.from({ length: w * h }, (_, n) => `${x + (n % w)}, ${y + Math.floor(n / w)}`)
    const met = [`id ${id}`, ...cells].map((place) => [place, taken.get(place)])
    for (const place of [`id ${id}`, ...cells]) taken.set(place, title)
    return met.filter(([, other]) => other !== undefined).map(([place, other]) => `${place}: ${title} and ${other}`)
  })
  holds('Grafana gives up one of two panels of one id, and draws one upon the other.', clashes)
  assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24))
})

test('spec 17.13: each alert leads to a section that says what it means and what to do', () => {
  const sections = [...page.matchAll(/^### (\w+)\n(.+)/gm)].map(([, name]) => name as string)
  assert.deepEqual(sections.toSorted(), names.toSorted(), 'docs/alerts.md and alerts.yml differ')
  const linked = [...alerts.matchAll(/runbook: 'docs\/alerts\.md#(\w+)'/g)].map(([, anchor]) => anchor)
  assert.deepEqual(
    linked,
    names.map((name) => name.toLowerCase()),
  )
  assert.equal([...alerts.matchAll(/severity: (critical|warning|info) \}/g)].length, names.length)
})

const promtool = process.env.SAMVAD_TEST_PROMTOOL ?? 'promtool'
const isThere = spawnSync(promtool, ['--version']).status === 0
const skip = isThere
  ? false
  : 'promtool is not installed (Debian: apt-get install prometheus), so the rules were not run'
const folder = mkdtempSync(join(tmpdir(), 'samvad-rules-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const run = (...words: string[]) => {
  // Each of its tests creates a database of 2 MB: a third of its work is garbage collection.
  const env = { ...process.env, GOGC: '400' }
  const cwd = `${root}deploy/prometheus`
  const { status, stdout, stderr } = spawnSync(promtool, words, { encoding: 'utf8', cwd, env })
  assert.equal(status, 0, `promtool ${words.join(' ')}: ${stdout}${stderr}`)
}

test('spec 17.13: each alert fires by what it is about, alone, and none of a healthy program', { skip }, () => {
  run('check', 'config', 'scrape.yml')
  run('check', 'rules', 'alerts.yml')
  run('test', 'rules', 'alerts_test.yml')
  const tried = [...read('deploy/prometheus/alerts_test.yml').matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(tried, names, 'alerts_test.yml has a test of each alert')
})

test('spec 17.13: what the dashboard asks is PromQL', { skip }, () => {
  const asked = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text as string))
  assert.ok(asked.length > 50, `${asked.length} were found`)
  const rules = asked.map((text: string, index) => {
    const whole = text.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
    return `      - record: panel:${index}\n        expr: ${JSON.stringify(whole)}`
  })
  const file = join(folder, 'panels.yml')
  writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${rules.join('\n')}\n`)
  run('check', 'rules', file)
})
