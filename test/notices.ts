// Members who receive notifications, and runs of the notification jobs.

import { eventJobs } from '#events/jobs.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Notice, NoticeBecame, NoticeCarrier, NoticeChannel } from '#notifications/carrier.ts'
import { noteNotices, noticeJobs, noticeSendJobs } from '#notifications/jobs.ts'
import { eventKinds } from '#program/events.ts'
import type { Job } from '../server/worker/job.ts'
import type { TestSamvad } from './harness.ts'
import { type Person, person } from './story.ts'

const never = new AbortController().signal

export async function runAll(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) while (await job.run(never)) continue
}

/** Creates the notifications for all events so far. */
export async function writeNotices({ app }: TestSamvad): Promise<void> {
  await runAll(eventJobs(app, noteNotices))
  await runAll(noticeJobs(app, eventKinds).slice(0, 1))
}

export type Handed = Notice & { channel: NoticeChannel }

/** Notification transports that record an organization's notifications and return results chosen by the test. */
export function keepingCarriers(
  organizationId: Uuid,
  answer: (notice: Handed) => NoticeBecame | Promise<NoticeBecame> = () => 'sent',
) {
  const handed: Handed[] = []
  const carrierOf = (channel: NoticeChannel): NoticeCarrier => ({
    async send(notice) {
      const one = { ...notice, channel }
      if (notice.organizationId !== organizationId) return { became: 'sent', detail: '' }
      handed.push(one)
      return { became: await answer(one), detail: '' }
    },
    close() {},
  })
  return { handed, carriers: { email: carrierOf('email'), sms: carrierOf('sms'), push: carrierOf('push') } }
}

export const sendNotices = ({ app }: TestSamvad, carriers: Partial<Record<NoticeChannel, NoticeCarrier>>) =>
  runAll(noticeSendJobs(app, eventKinds, carriers))

interface Happening {
  type: string
  payload: object
  objectId?: Uuid
  at?: Date
}

/** Writes an event as its domain would. */
export async function happen(
  samvad: TestSamvad,
  organizationId: Uuid,
  { type, payload, objectId = newUuid(), at = samvad.app.clock() }: Happening,
): Promise<Uuid> {
  const id = newUuid(at.getTime())
  await samvad.rows(
    'insert into events (org_id, id, type, object_id, payload, created_at) values ($1, $2, $3, $4, $5, $6)',
    [organizationId, id, type, objectId, payload, at],
  )
  return id
}

/** A value that matches one of our schemas, with every field set. */
export function sampleOf(schema: unknown, name = ''): any {
  const one = schema as Record<string, any>
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum.find((value: unknown) => value !== null)
  if (one.anyOf) return sampleOf(one.anyOf[0], name)
  const type = [one.type].flat().find((type) => type !== 'null')
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(one.properties ?? {}).map(([field, inner]) => [field, sampleOf(inner, field)]),
    )
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return /Unix/.test(one.description) ? 1767225600 : (one.maximum ?? 12)
  if (one.pattern?.startsWith('^-?[0-9]+')) return '118000.00'
  return one.examples?.[0] ?? (name.endsWith('url') ? 'https://pay.example/1' : '<b>Ravi & "Sons"</b>')
}

export const payloadOf = (type: string, more: object = {}) => ({
  ...sampleOf(eventKinds.find((kind) => kind.type === type)?.payload),
  // A received message is unread, unless it is an automatic reply.
  ...(type === 'message.received' ? { read_at: null } : {}),
  ...more,
})
export const low = (level = '20') => ({ type: 'balance.low', payload: payloadOf('balance.low', { level }) })

export async function ownerOf(samvad: TestSamvad, name: string) {
  const made = await samvad.newCompany(name)
  return { ...made, who: person(samvad, made) }
}

/** A person's notification list. */
export const listOf = async (who: Person, query = '') =>
  (await who.get(`/v1/notifications?limit=100${query}`)).body.data

interface State {
  channel: string
  status: string
  reason: string | null
  attempts: number
  due_at: Date
}

export const statesOf = (samvad: TestSamvad, organizationId: Uuid) =>
  samvad.rows<State>(
    'select channel, status, reason, attempts, due_at from notice_sends where org_id = $1 order by notice_id, channel',
    [organizationId],
  )
