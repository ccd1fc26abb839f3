// The table of the readers: what a source brings is understood by its own, a line each.

import type { App } from '#kit/app.ts'
import type { ArrivalReader } from './arrival.ts'

/** Source → what makes its reader, once in a process that works. */
export type Readers = Readonly<Record<string, (app: App) => ArrivalReader>>

export const readers: Readers = {
  smpp: lazily(async () => (await import('../sms/smpp/reader.ts')).createSmppReader),
}

/** With what it needs, which not every start has to wait for. */
function lazily(load: () => Promise<(app: App) => ArrivalReader>): (app: App) => ArrivalReader {
  return (app) => {
    let reader: Promise<ArrivalReader> | undefined
    return {
      async read(arrival) {
        reader ??= load().then((make) => make(app))
        return (await reader).read(arrival)
      },
    }
  }
}
