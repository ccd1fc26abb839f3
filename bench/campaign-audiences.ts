// Organizations for the benchmark, each with a list of contacts reachable by SMS, and campaigns to that list.

import { parseTypeId, typeId } from '#kit/ids.ts'
import type { Organization } from './founding.ts'
import type { Installation } from './installation.ts'

const FILLED_AT_ONCE = 100_000
const TRIES = 10

export interface Audience extends Pick<Organization, 'organizationId' | 'token'> {
  listId: string
  templateId: string
}

/** As an import would have stored them. */
export async function makeAudience(
  at: Installation,
  { organizationId, userId, token }: Organization,
  count: number,
): Promise<Audience> {
  const caller = { organizationId, token }
  const list = await call(at, caller, 'POST', '/v1/lists', { name: 'Customers' })
  const template = await call(at, caller, 'POST', '/v1/templates', {
    name: 'ready',
    channel: 'sms',
    language: 'en',
    category: 'service',
    text: 'Dear {{name}}, your order is ready. You can collect it in {{city}}.',
  })
  await call(at, caller, 'POST', `/v1/templates/${template.id}/submit`)
  const approving = `/v1/organizations/${typeId('org', organizationId)}/templates/${template.id}/approve`
  await call(at, { ...caller, token: at.token }, 'POST', approving)
  const { database } = at
  const listId = parseTypeId('list', list.id)
  for (let from = 0; from < count; from += FILLED_AT_ONCE)
    await database.query(
      `with made as (
         insert into contacts (org_id, id, display_name, phone_number, attributes, owner_id, created_at)
         select $1, uuidv7(), 'Customer ' || n, '+9198' || lpad(n::text, 8, '0'),
                jsonb_build_object('city', (array['Pune', 'Nagpur', 'Mumbai', 'Nashik'])[1 + n % 4],
                                   'orders', n % 40), $2, now()
           from generate_series($4::int, $5::int) n returning id)
       insert into list_members (org_id, list_id, contact_id, created_at) select $1, $3, id, now() from made`,
      [organizationId, userId, listId, from, Math.min(count, from + FILLED_AT_ONCE) - 1],
    )
  await database.query('update lists set contact_count = $2 where id = $1', [listId, count])
  await database.query('vacuum (analyze) contacts, list_members')
  return { ...caller, listId: list.id, templateId: template.id }
}

export async function makeCampaign(at: Installation, audience: Audience): Promise<string> {
  const { id } = await call(at, audience, 'POST', '/v1/campaigns', {
    name: 'Ready',
    channel: 'sms',
    template_id: audience.templateId,
    list_ids: [audience.listId],
    variables: {
      name: { attribute: 'display_name', fallback: 'friend' },
      city: { attribute: 'city', fallback: 'our shop' },
    },
  })
  return id
}

/**
 * Ends the campaign so that it does not run during the next measurement; its deliveries are deleted without a refund.
 */
export async function settle({ database }: Installation, { organizationId }: Audience, campaign: string) {
  const ids = [organizationId, parseTypeId('camp', campaign)]
  await database.query(
    `with ended as (
       update campaigns set status = 'completed', pause_reasons = '{}', reserved_micros = 0, ended_at = now()
        where org_id = $1 and id = $2 returning org_id, old.reserved_micros)
     update wallets w set reserved_micros = w.reserved_micros - ended.reserved_micros
       from ended where w.org_id = ended.org_id`,
    ids,
  )
  await database.query('delete from deliveries where org_id = $1 and campaign_id = $2', ids)
  await database.query('vacuum (analyze) deliveries, campaign_recipients')
}

export async function call(
  { url }: Installation,
  { token }: Pick<Organization, 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = () => fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  let answer = await ask()
  // On a busy machine a batch may take longer than a caller waits.
  for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) answer = await ask()
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
