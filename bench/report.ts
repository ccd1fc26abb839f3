// The table of a run: what was measured, the aim, the distance from it, and the machine.

import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

export interface Row {
  what: string
  value: number
  unit: string
  /** From the quality bar; null where it names none. */
  aim: number | null
  /** For latencies and cost ratios. */
  lessIsBetter?: boolean
  note?: string
}

export function reportOf(rows: Row[], seconds: number): string {
  const commit = execSync('git rev-parse --short HEAD').toString().trim()
  const version = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
  const table = rows.map(
    (row) =>
      `| ${row.what} | ${format(row.value)} ${row.unit} | ${row.aim === null ? '' : `${format(row.aim)} ${row.unit}`} ` +
      `| ${distance(row)} | ${row.note ?? ''} |`,
  )
  const load = loadBefore.map((one) => one.toFixed(2)).join(' ')
  return `# Benchmark of ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC

Samvad ${version} (${commit}), Node ${process.version}, embedded PostgreSQL 18 (fsync on), everything on one machine:
${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, load before the run ${load}.
The load maker, the program and PostgreSQL share these cores. Medians of ${ROUNDS} rounds of ${seconds} s.

| what | measured | aim | measured / aim | |
|---|---:|---:|---:|---|
${table.join('\n')}
`
}

export const ROUNDS = 3
const loadBefore = loadavg()

export function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] as number
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2)
}

function distance({ value, aim, lessIsBetter }: Row): string {
  if (aim === null) return ''
  if (aim === 0) return value === 0 ? '1.00' : '(short)'
  const ratio = lessIsBetter ? aim / value : value / aim
  return `${ratio.toFixed(2)}${ratio >= 1 ? '' : ' (short)'}`
}
