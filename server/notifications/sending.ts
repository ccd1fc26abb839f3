// Hands notices to their carriers. Permissions and preferences are checked at the time of sending, so a member who has
// lost access or opted out gets nothing. A notice is recorded as being sent before its carrier is called: if the worker
// dies in between, the result is unknown and it is never sent again.

import type { EventKind } from '#events/declaration.ts'
import { isReadableBy, readableOf, setsOf } from '#feed/rules.ts'
import { Fenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Notice, NoticeBecame, NoticeCarrier, NoticeChannel } from './carrier.ts'
import { kindOf, type StoredFacts } from './kinds.ts'
import { createObjectNames, linkOf } from './links.ts'
import { type Recipient, recipients } from './people.ts'
import { type Decision, decide, settledAs } from './rules.ts'
import type { Changed, SendRow } from './send-queries.ts'
import * as queries from './send-queries.ts'
import { say } from './texts.ts'

/** Notices of one organization in flight; at most this many have an unknown result after a worker is killed. */
const AT_ONCE = 10

export type Carriers = Partial<Record<NoticeChannel, NoticeCarrier>>

export interface Sending {
  app: App
  kinds: readonly EventKind[]
  carriers: Carriers
}

interface Taken {
  send: SendRow
  notice: Notice
}

/** Sends an organization's due notices until none is left; returns when the next one is due. */
export async function sendDue(sending: Sending, organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
  const { database, clock } = sending.app
  await database.transaction((tx) => tx.run(queries.giveUpLost(organizationId, clock())), organizationId)
  for (let isMore = true; isMore && !signal.aborted; ) {
    const { taken, isFull } = await take(sending, organizationId)
    const outcomes = await Promise.all(taken.map((one) => handOver(sending, organizationId, one)))
    if (outcomes.includes('fenced')) return clock()
    isMore = isFull
  }
  return (await database.reads.row<{ due_at: Date | null }>(queries.nextDue(organizationId)))?.due_at ?? null
}

/** Decides about a batch of due notices; those to be sent are recorded as such first. */
function take({ app, kinds, carriers }: Sending, organizationId: Uuid): Promise<{ taken: Taken[]; isFull: boolean }> {
  return app.database.transaction(async (tx) => {
    const now = app.clock()
    const due = await tx.rows<SendRow>(queries.holdDue(organizationId, now, AT_ONCE))
    if (due.length === 0) return { taken: [], isFull: false }
    const userIds = [...new Set(due.map(({ user_id }) => user_id))]
    const people = await recipients(tx, organizationId, userIds, false)
    const lately = new Map<string, { all: number; coalesced: number }>()
    const taken: Taken[] = []
    const changed = due.map((send): Changed => {
      const recipient = people.get(send.user_id)
      const key = `${send.user_id} ${send.channel}`
      const counted = lately.get(key) ?? { all: send.lately, coalesced: send.lately_coalesced }
      lately.set(key, counted)
      const decision: Decision = carriers[send.channel]
        ? decide(leavingOf(send, recipient, kinds, counted), now)
        : { do: 'drop', reason: 'unreachable' }
      if (decision.do === 'leave' && recipient) {
        counted.all++
        if (kindOf(send.type).to === 'holder') counted.coalesced++
        taken.push({ send, notice: noticeOf({ app, kinds }, organizationId, send, recipient) })
      }
      return changedBy(send, decision)
    })
    await tx.run(queries.decide(organizationId, changed, now))
    return { taken, isFull: due.length === AT_ONCE }
  }, organizationId)
}

function leavingOf(
  send: SendRow,
  recipient: Recipient | undefined,
  kinds: readonly EventKind[],
  lately: { all: number; coalesced: number },
) {
  const readable = recipient && setsOf(readableOf(kinds, recipient, [send.type]))
  const isHolder = kindOf(send.type).to !== 'holder' || send.owner_id === send.user_id
  return {
    type: send.type,
    channel: send.channel,
    happenedAt: send.created_at,
    attempts: send.attempts,
    isThere: send.facts !== null,
    mayRead:
      readable !== undefined && isHolder && isReadableBy(send.user_id, readable, { ...send, payload: send.facts }),
    choices: recipient?.choices ?? {},
    quiet: recipient?.quiet ?? null,
    isMuted: send.is_muted === true,
    isRead: send.read_at !== null || (send.last_opened_at !== null && send.last_opened_at >= send.created_at),
    lately,
  }
}

function changedBy({ notice_id: noticeId, channel }: SendRow, decision: Decision): Changed {
  const same = { noticeId, channel, reason: null, dueAt: null }
  switch (decision.do) {
    case 'leave':
      return { ...same, status: 'leaving' }
    case 'wait':
      return { ...same, status: 'waiting', dueAt: decision.until }
    case 'drop':
      return { ...same, status: 'dropped', reason: decision.reason }
  }
}

function noticeOf(
  { app, kinds }: Pick<Sending, 'app' | 'kinds'>,
  organizationId: Uuid,
  send: SendRow,
  { language }: Recipient,
): Notice {
  const { type, from_name: from, count } = send
  return {
    id: send.notice_id,
    organizationId,
    userId: send.user_id,
    type,
    language,
    ...say(language, type, send.facts as StoredFacts, { from, count }),
    url: linkOf(app.settings.publicUrl, organizationId, createObjectNames(kinds), send),
    at: send.created_at,
  }
}

async function handOver(sending: Sending, organizationId: Uuid, taken: Taken): Promise<NoticeBecame | 'fenced'> {
  const { app, carriers } = sending
  const { send, notice } = taken
  const carrier = carriers[send.channel] as NoticeCarrier
  let answered: Awaited<ReturnType<NoticeCarrier['send']>>
  try {
    answered = await carrier.send(notice)
  } catch (error) {
    if (error instanceof Fenced) {
      await putBack(sending, organizationId, taken)
      return 'fenced'
    }
    app.log.error({ err: error, channel: send.channel }, 'notification transport threw an error')
    answered = { became: 'unknown', detail: '' }
  }
  const { became, retryAt } = answered
  const attempt = send.attempts + 1
  const settled = settledAs(became, attempt, app.clock(), retryAt)
  const changed: Changed = {
    noticeId: send.notice_id,
    channel: send.channel,
    status: settled.status,
    reason: 'reason' in settled ? settled.reason : null,
    dueAt: 'until' in settled ? settled.until : null,
  }
  // The carrier's detail is not logged: it may contain an address.
  if (became !== 'sent' && became !== 'unreachable')
    app.log.warn({ channel: send.channel, outcome: became }, 'notification not sent')
  await app.database.transaction(
    (tx) => tx.run(queries.settle(organizationId, changed, attempt, app.clock())),
    organizationId,
  )
  return became
}

async function putBack({ app }: Sending, organizationId: Uuid, { send }: Taken): Promise<void> {
  const { notice_id, channel, attempts } = send
  await app.database.transaction(
    (tx) => tx.run(queries.putBack(organizationId, notice_id, channel, attempts + 1)),
    organizationId,
  )
}
