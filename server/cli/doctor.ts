// samvad doctor

import { setTimeout as pause } from 'node:timers/promises'
import { checkOneSnapshot, describe, type Finding, resultOf, resultsOf, stopChecking } from '#doctor/actions.ts'
import type { App } from '#kit/app.ts'
import { sentenceOf } from '#kit/cannot-start.ts'
import { attachmentNotes } from '#messaging/attachments/look-over.ts'
import { startNotes } from '#program/start-notes.ts'
import { keepLastCheck } from '#status/last-check.ts'
import { command, type Outcome, UsageError } from './command.ts'
import { aborted } from './program.ts'

const EVERY_SECONDS = 60
const EVERY_SECONDS_MAX = 86_400

export const doctorCommand = command({
  noun: 'doctor',
  verb: null,
  usesStore: true,
  summary: 'check the invariants of money, messages and invoices; changes nothing',
  options: {
    watch: {
      type: 'boolean',
      meaning: 'check repeatedly and print changes until Ctrl-C; one JSON object per line with --json',
    },
    every: {
      type: 'string',
      value: 'SECONDS',
      meaning: `with --watch: seconds between two checks; default: ${EVERY_SECONDS}`,
    },
  },
  async run({ app, options, say }) {
    if (options.every !== undefined && !options.watch) throw new UsageError('--every requires --watch')
    if (options.watch) return watch(app, secondsOf(options.every), say)
    return whole(app, await look(app))
  },
})

function secondsOf(given = String(EVERY_SECONDS)): number {
  const seconds = Number(given)
  if (!/^\d{1,5}$/.test(given) || seconds < 1 || seconds > EVERY_SECONDS_MAX)
    throw new UsageError(`--every ${given}: must be a number of seconds from 1 to ${EVERY_SECONDS_MAX}`)
  return seconds
}

async function look(app: App): Promise<Finding[]> {
  const findings = await checkOneSnapshot(app.database)
  // For `samvad status`. The result is printed even if DATA_DIR is not writable.
  const last = { at: app.clock(), broken: findings.map(({ id }) => id) }
  await keepLastCheck(app.settings.dataDirectory, last).catch(() => {})
  return findings
}

async function whole(app: App, findings: readonly Finding[]): Promise<Outcome> {
  const broken = new Map(findings.map((finding) => [finding.id, finding]))
  const results = resultsOf(findings)
  const lines = results.flatMap(({ id, statement }) => {
    const finding = broken.get(id)
    return finding ? describe(finding) : `${id}  ok  ${statement}`
  })
  const notes = [...(await startNotes(app)), ...(await attachmentNotes(app))]
  const verdict = verdictOf(findings)
  return {
    data: {
      is_healthy: broken.size === 0,
      notes,
      invariants: results,
    },
    lines: [...lines, '', verdict, ...notes.map((note) => `Note: ${note}`)],
    exitCode: broken.size === 0 ? 0 : 1,
  }
}

const verdictOf = (findings: readonly Finding[]): string =>
  findings.length === 0 ? 'All rules hold.' : `Broken rules: ${findings.map(({ id }) => id).join(', ')}`

/** The findings of a check, or the reason for its failure. */
type Looked = { findings: Finding[]; failure: null } | { findings: null; failure: string }

/** Until Ctrl-C, or SIGTERM. The exit code is that of the last check. */
async function watch(
  app: App,
  everySeconds: number,
  say: (outcome: Pick<Outcome, 'data' | 'lines'>) => void,
): Promise<Outcome> {
  const ending = aborted()
  const forget = stopChecking(app.database, ending)
  let known: Looked | undefined
  try {
    while (!ending.aborted) {
      const looked = await look(app).then(
        (findings): Looked => ({ findings, failure: null }),
        (error: unknown): Looked => ({ findings: null, failure: sentenceOf(error) }),
      )
      // Interrupted: the previous result counts.
      if (ending.aborted && looked.findings === null) break
      const change = changeOf(known, looked)
      if (change) say(told(change, looked, app.clock()))
      known = looked
      await pause(everySeconds * 1000, undefined, { signal: ending }).catch(() => {})
    }
  } finally {
    forget()
  }
  const isHealthy = known?.findings?.length === 0
  return { data: null, lines: [], isSaid: true, exitCode: isHealthy ? 0 : 1 }
}

interface Change {
  broke: string[]
  mended: string[]
}

/** Null when nothing changed. */
function changeOf(before: Looked | undefined, now: Looked): Change | null {
  const ids = (looked: Looked | undefined) => looked?.findings?.map(({ id }) => id) ?? []
  const broke = ids(now).filter((id) => !ids(before).includes(id))
  const mended = now.failure === null ? ids(before).filter((id) => !ids(now).includes(id)) : []
  const isSame = before !== undefined && before.failure === now.failure && broke.length + mended.length === 0
  return isSame ? null : { broke, mended }
}

function told({ broke, mended }: Change, { findings, failure }: Looked, at: Date): Pick<Outcome, 'data' | 'lines'> {
  const time = at.toISOString()
  const news = findings?.filter(({ id }) => broke.includes(id)) ?? []
  return {
    data: {
      at: time,
      is_healthy: findings === null ? null : findings.length === 0,
      failure,
      broke: news.map((finding) => ({ ...resultOf(finding), rows: finding.rows })),
      mended,
    },
    lines:
      failure !== null
        ? [`${time}  the check failed: ${failure}`]
        : [
            ...news.flatMap(describe),
            `${time}  ${mended.length > 0 ? `repaired: ${mended.join(', ')}. ` : ''}${verdictOf(findings ?? [])}`,
          ],
  }
}
