// Whether a webhook can be about something of ours at all: the account may serve another system too, of which the gateway tells
// us as well. What bears no mark and is not known is somebody else's.

import { parseTypeId } from '#kit/ids.ts'
import { Unreadable } from './exact-json.ts'
import type { PaymentReport, RefundReport } from './gateway.ts'

/** The form of the names that we give to orders and refunds. */
export function isOurName(name: unknown): boolean {
  return typeof name === 'string' && (['rech', 'rfnd'] as const).some((prefix) => parseTypeId(prefix, name) !== null)
}

/** What is somebody else's need not be of the shape that we expect: another currency, say. */
export function unlessForeign<R extends PaymentReport | RefundReport>(isMarked: boolean, read: () => R | null): R[] {
  try {
    const report = read()
    if (report === null) return []
    return [isMarked ? report : { ...report, isUnmarked: true }]
  } catch (error) {
    if (error instanceof Unreadable && !isMarked) return []
    throw error
  }
}
