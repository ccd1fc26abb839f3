// Parses the program's metrics from the text of /metrics.

export interface Series {
  labels: Readonly<Record<string, string>>
  value: number
}

/** By the name of the metric; of a histogram its sum and its count, not its buckets. */
export type Measured = ReadonlyMap<string, readonly Series[]>

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

export function readMeasured(text: string): Measured {
  const measured = new Map<string, Series[]>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined || name.endsWith('_bucket')) continue
    const series = { labels: Object.fromEntries(labelsOf(labels)), value: Number(value) }
    const known = measured.get(name)
    if (known) known.push(series)
    else measured.set(name, [series])
  }
  return measured
}

const labelsOf = (text: string): [string, string][] =>
  [...text.matchAll(LABEL)].map(([, name, value]) => [name as string, (value as string).replace(/\\(.)/g, '$1')])

export const seriesOf = (measured: Measured | null, name: string): readonly Series[] => measured?.get(name) ?? []

/** The values of the series with this label, summed by another label's value. */
export function valuesBy(
  measured: Measured | null,
  name: string,
  [label, value]: [name: string, value: string],
  by: string,
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { labels, value: one } of seriesOf(measured, name))
    if (labels[label] === value) sums[labels[by] ?? ''] = (sums[labels[by] ?? ''] ?? 0) + one
  return sums
}

/** The sum of all series of a metric, or of those with this label. */
export function sumOf(measured: Measured | null, name: string, label?: [name: string, value: string]): number {
  return seriesOf(measured, name)
    .filter(({ labels }) => label === undefined || labels[label[0]] === label[1])
    .reduce((sum, { value }) => sum + value, 0)
}
