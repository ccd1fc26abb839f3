// While something external is unavailable (the database, a gateway), all its users fail alike. Of each kind of such log
// lines one a second is written with the number of occurrences: the first one's fields, without the stack, which adds
// nothing.

import type { Logger } from 'pino'
import { isTemporary } from './database/errors.ts'

const EVERY_MS = 1000
/** Maximum number of kinds distinguished within a second; further lines are written individually. */
const KINDS_MAX = 100

type LogMethod = (...args: unknown[]) => void

interface Counted {
  count: number
  /** Writes the line for what was counted. */
  write: (count: number) => void
}

/** For pino's `hooks.logMethod`. */
export function createOutageLines(): (this: Logger, args: unknown[], method: LogMethod, level: number) => void {
  const kinds = new Map<string, Counted>()

  function begin(kind: string, write: (count: number) => void): void {
    const counted = { count: 0, write }
    kinds.set(kind, counted)
    setTimeout(() => {
      kinds.delete(kind)
      if (counted.count === 0) return
      counted.write(counted.count)
      begin(kind, counted.write)
    }, EVERY_MS).unref()
  }

  return function logMethod(args, method, level) {
    const [fields, message] = args as [{ err?: unknown } | undefined, unknown]
    const err = typeof fields === 'object' ? fields?.err : undefined
    if (!(err instanceof Error) || !isTemporary(err)) return method.apply(this, args)
    const { code } = err as { code?: string }
    const kind = `${level} ${message} ${code ?? err.message}`
    const counted = kinds.get(kind)
    if (counted) {
      counted.count++
      counted.write = (count) => method.apply(this, [{ ...fields, count }, message])
      return
    }
    if (kinds.size < KINDS_MAX) begin(kind, () => {})
    method.apply(this, args)
  }
}
