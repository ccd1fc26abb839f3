// The comparison for a campaign's batches: the same rows by bare INSERT … SELECT unnest, as many per transaction, into
// the tables that a campaign writes, with their indexes. Nothing is read, priced or charged.

import { parseTypeId } from '#kit/ids.ts'
import { BATCH } from '#messaging/campaigns/fan-out.ts'
import { type Audience, makeCampaign, settle } from './campaign-audiences.ts'
import type { Installation } from './installation.ts'
import { isTold, processorMicrosOf } from './processor-time.ts'

/** The share of the campaign's recipients: enough to measure a rate. */
const SHARE = 0.2

export interface Rate {
  perSecond: number
  /** Processor time per row, or per recipient with its delivery. */
  postgresMicros: number
}

/** Of deliveries only, or of recipients with their deliveries. */
export async function bareRate(
  at: Installation,
  audience: Audience,
  recipients: number,
): Promise<{ deliveries: Rate; both: Rate }> {
  const campaign = await makeCampaign(at, audience)
  const campaignId = parseTypeId('camp', campaign) as string
  const batches = Math.max(1, Math.ceil((recipients * SHARE) / BATCH))
  const { rows: contacts } = await at.database.query(
    `select m.contact_id, t.phone_number, t.display_name from list_members m
       join contacts t on t.org_id = m.org_id and t.id = m.contact_id
      where m.org_id = $1 and m.list_id = $2 order by m.contact_id limit $3`,
    [audience.organizationId, parseTypeId('list', audience.listId), batches * BATCH],
  )
  const spent = () => (isTold ? processorMicrosOf(at.postmasterPid) : 0)
  const times: { seconds: number; micros: number }[] = []
  for (const insert of [insertRecipients, insertDeliveries]) {
    const [started, before] = [performance.now(), spent()]
    for (let first = 0; first < contacts.length; first += BATCH)
      await insert(at, audience, campaignId, contacts.slice(first, first + BATCH), first)
    times.push({ seconds: (performance.now() - started) / 1000, micros: spent() - before })
  }
  await settle(at, audience, campaign)
  await at.database.query('delete from campaign_recipients where campaign_id = $1', [campaignId])
  const [forRecipients, forDeliveries] = times as [(typeof times)[0], (typeof times)[0]]
  const rateOf = (seconds: number, micros: number) => ({
    perSecond: contacts.length / seconds,
    postgresMicros: micros / contacts.length,
  })
  return {
    deliveries: rateOf(forDeliveries.seconds, forDeliveries.micros),
    both: rateOf(forRecipients.seconds + forDeliveries.seconds, forRecipients.micros + forDeliveries.micros),
  }
}

interface Contact {
  contact_id: string
  phone_number: string
  display_name: string
}

function insertRecipients(
  { database }: Installation,
  { organizationId, listId }: Audience,
  campaignId: string,
  contacts: Contact[],
  first: number,
) {
  return database.query({
    name: 'bare recipients',
    text: `insert into campaign_recipients (org_id, campaign_id, number, contact_id, address, list_id, status, units,
                                            variables)
           select $1, $2, n, contact_id, address, $3, 'queued', 1, variables
             from unnest($4::int4[], $5::uuid[], $6::text[], $7::jsonb[]) as given (n, contact_id, address, variables)`,
    values: [
      organizationId,
      campaignId,
      parseTypeId('list', listId),
      contacts.map((_, index) => first + index + 1),
      contacts.map((one) => one.contact_id),
      contacts.map((one) => one.phone_number),
      contacts.map((one) => JSON.stringify({ name: one.display_name, city: 'Pune' })),
    ],
  })
}

function insertDeliveries(
  { database }: Installation,
  { organizationId, listId }: Audience,
  campaignId: string,
  contacts: Contact[],
  first: number,
) {
  return database.query({
    name: 'bare deliveries',
    text: `insert into deliveries (org_id, id, contact_id, address, channel, kind, status, price_micros, tier, month,
                                   month_number, units, transaction_id, campaign_id, list_id, recipient_number, due_at,
                                   created_at)
           select $1, uuidv7(), contact_id, address, 'sms', 'sms', 'queued', price, 1, date_trunc('month', now())::date,
                  n, 1, $2, $2, $3, n, now(), now()
             from unnest($4::int4[], $5::uuid[], $6::text[], $7::int8[]) as given (n, contact_id, address, price)`,
    values: [
      organizationId,
      campaignId,
      parseTypeId('list', listId),
      contacts.map((_, index) => first + index + 1),
      contacts.map((one) => one.contact_id),
      contacts.map((one) => one.phone_number),
      contacts.map(() => 250_000),
    ],
  })
}
