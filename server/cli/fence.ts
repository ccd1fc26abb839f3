// samvad fence status, fence raise, fence lift

import { setTimeout as wait } from 'node:timers/promises'
import * as installation from '#installation/actions.ts'
import { KEPT_MS } from '#installation/fence.ts'
import { visible } from '#kit/text.ts'
import { publicId, readTime, seconds } from '#kit/wire.ts'
import { type Lifted, liftFence, type WouldLeave, wouldLeave } from '#program/lift-fence.ts'
import { placeOf, raiseFence } from '#program/place.ts'
import { command, UsageError } from './command.ts'
import { confirmed } from './confirm.ts'

/** Maximum number of listed items; the rest is reported as a number. */
const LINES_MAX = 40
const HELD =
  'You can read and try everything. New messages are accepted and wait. Nothing is sent, recharged automatically or refunded, and no payment gateway is called, until samvad fence lift.'

export const fenceStatus = command({
  noun: 'fence',
  verb: 'status',
  summary: 'show whether this installation is fenced, why, and what it would send if it were not',
  options: {},
  async run({ app }) {
    const fence = await installation.fenceAt(app.database.reads, await placeOf(app))
    const left = fence === null ? [] : await wouldLeave(app, null)
    const data = {
      fenced: fence !== null,
      since: fence === null ? null : seconds(fence.since),
      reason: fence?.reason ?? null,
      waiting: left.map(showWaiting),
    }
    if (fence === null) return { data, lines: ['The installation is not fenced.'] }
    const since = fence.since === null ? 'Will start fenced' : `Fenced since ${fence.since.toISOString()}`
    return { data, lines: [`${since}: ${fence.reason}.`, HELD, '', ...linesOf(left)] }
  },
})

export const fenceRaise = command({
  noun: 'fence',
  verb: 'raise',
  summary: 'stop everything this installation would send, within a second; reading still works',
  options: {
    reason: { type: 'string', required: true, value: 'TEXT', meaning: 'reason, shown while the fence is up' },
  },
  async run({ app, options }) {
    const isNew = await raiseFence(app, options.reason)
    // A snapshot taken afterwards relies on it: when this returns, every responsive process has noticed the fence.
    await wait(KEPT_MS)
    const fence = await installation.fenceAt(app.database.reads, await placeOf(app))
    const data = { fenced: true, since: seconds(fence?.since ?? null), reason: fence?.reason ?? null }
    return {
      data,
      lines: [isNew ? `The fence is up in all processes. ${HELD}` : 'The installation is already fenced.'],
    }
  },
})

export const fenceLift = command({
  noun: 'fence',
  verb: 'lift',
  summary: 'show what a fenced installation would send, then lift the fence; makes this the active installation',
  options: {
    'queued-before': {
      type: 'string',
      value: 'TIME',
      meaning:
        'settle deliveries queued before this time as sent, because the original installation sent them; Unix seconds or ISO 8601',
    },
    yes: { type: 'boolean', meaning: 'skip the confirmation, which is also skipped without a terminal' },
  },
  async run({ app, options }) {
    const before = timeOf(options['queued-before'], app.clock())
    const fence = await installation.fenceAt(app.database.reads, await placeOf(app))
    if (fence === null)
      return { data: { fenced: false, settled: {} }, lines: ['The installation is not fenced. Nothing was changed.'] }
    const left = await wouldLeave(app, before)
    for (const line of [`Fenced: ${fence.reason}.`, ...linesOf(left)]) process.stderr.write(`${visible(line)}\n`)
    const isYes = options.yes || !process.stdin.isTTY
    if (!(await confirmed('Lift the fence?', isYes)))
      return {
        data: { fenced: true, settled: {} },
        lines: ['The installation stays fenced. Nothing was changed.'],
        exitCode: 1,
      }
    const lifted = await liftFence(app, before)
    const settled = lifted?.settled ?? {}
    return { data: { fenced: false, settled }, lines: [...settledLines(settled), 'The fence was lifted.'] }
  },
})

function timeOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const reading = readTime(/^\d+$/.test(text) ? Number(text) : text)
  if ('message' in reading) throw new UsageError(`--queued-before ${text}: ${reading.message}`)
  if (reading.value > now) throw new UsageError(`--queued-before ${text}: must not be in the future`)
  return reading.value
}

const showWaiting = ({ org_id, what, by, count, oldest }: WouldLeave) => ({
  organization_id: publicId('org', org_id),
  what,
  by,
  count: Number(count),
  oldest: seconds(oldest),
})

/** What would be sent, by kind, the largest first, with the number of items that are settled as sent instead. */
function linesOf(left: readonly WouldLeave[]): string[] {
  if (left.length === 0) return ['Nothing is waiting.']
  const leaving = left.reduce((sum, { count, early, isSettled }) => sum + count - (isSettled ? early : 0n), 0n)
  const sorted = left.toSorted((one, other) => Number(other.count - one.count))
  const lines = sorted.slice(0, LINES_MAX).map(({ org_id, what, by, count, oldest, early, isSettled }) => {
    const settled = isSettled && early > 0n ? `, ${early} of them settled as sent` : ''
    return `  ${publicId('org', org_id)}  ${count} ${what} (${by}), oldest ${oldest.toISOString()}${settled}`
  })
  const more = sorted.length - lines.length
  return [`Would be sent: ${leaving}`, ...lines, ...(more > 0 ? [`  and ${more} more; use fence status --json`] : [])]
}

const settledLines = (settled: Lifted['settled']) =>
  Object.entries(settled).map(([what, count]) => `Settled as sent: ${count} ${what}`)
