// A company with webhook endpoints, and events for them.
// Per file: it starts a server of the file's own.

import { eventJobs } from '#events/jobs.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { eventKinds } from '#program/events.ts'
import { createCaller } from '#webhooks/call.ts'
import { noteTelling, webhookJobs } from '#webhooks/jobs.ts'
import type { WebhookDelivery } from '#webhooks/schema.ts'
import { GUARD_MS } from './guard.ts'
import { publicId, startSamvad } from './harness.ts'
import { type Person, person } from './story.ts'
import type { Receiver } from './webhooks.ts'

export const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
export const { app } = samvad
const never = new AbortController().signal
const calling = (deadlineMs: number) => createCaller(app, { deadlineMs, keepsAnswer: () => true })
const caller = calling(GUARD_MS)
/** Gives up a receiver that does not answer within 50 ms. */
export const impatient = calling(50)

/** Delivers everything that is due, once. */
export async function tell(by = caller): Promise<void> {
  for (const job of eventJobs(app, noteTelling)) while (await job.run(never)) continue
  for (const job of webhookJobs(app, eventKinds, by).map(({ run }) => run)) while (await job(never)) continue
}

export async function company(name: string) {
  const made = await samvad.newCompany(name)
  return { ...person(samvad, made), ...made }
}
export type Company = Awaited<ReturnType<typeof company>>

export async function endpointOf(who: Person, receiver: Pick<Receiver, 'url'>, event_types = ['*'], more = {}) {
  return who.make('/v1/webhook_endpoints', { url: receiver.url, event_types, ...more })
}

export async function deliveriesOf(who: Person, { id }: { id: string }, query = ''): Promise<Deliveries> {
  return (await who.get(`/v1/webhook_endpoints/${id}/deliveries?limit=100${query}`)).body.data
}
type Deliveries = [WebhookDelivery, ...WebhookDelivery[]]

/** Creates events of one object, in order. */
export async function happen(who: Company, objectId: Uuid, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await samvad.rows(
      `insert into events (org_id, id, type, object_id, payload, created_at)
       values ($1, $2, 'contact.deleted', $3, jsonb_build_object('id', $5::text), $4)`,
      [who.organizationId, newUuid(), objectId, app.clock(), publicId('contact', objectId)],
    )
}

export const positionsOf = ({ received }: Receiver, objectId: Uuid) =>
  received
    .filter(({ event }) => event.object_id === publicId('contact', objectId))
    .map(({ event }) => event.position as number)
