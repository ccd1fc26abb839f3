// Gauges that are computed on request, all of a set together and at a limited rate: monitoring must not become a load.

import { Gauge } from 'prom-client'
import { registry } from '#kit/metrics.ts'

export type MakeGauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => Gauge<Label>

/** `declare` creates the gauges and returns the function that computes all of them and never throws. */
export function freshGauges(keptMs: number, declare: (gauge: MakeGauge) => () => Promise<void>): void {
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  const read = declare((name, help, labelNames) => {
    return new Gauge({ name, help, labelNames, registers: [registry], collect: fresh })
  })

  /** The first gauge that is collected triggers the computation of all. */
  function fresh(): Promise<void> {
    if (performance.now() - readAt > keptMs) {
      readAt = performance.now()
      reading = read()
    }
    return reading
  }
}
