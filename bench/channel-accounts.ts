// Organizations that can reach their contacts on all channels: contacts with phone numbers and open sessions, and
// accounts with the benchmark's providers.

import type { Organization } from './founding.ts'
import type { Installation } from './installation.ts'
import type { Peer } from './peers/peer.ts'

export const APP_SECRET = 'app-secret-of-the-bench'
/** More than an organization has in flight, so that dispatch is the limit, not the window. */
const WINDOW = 500
const SETTING_AT_ONCE = 8

/** The environment in which the program reaches providers on this machine. */
export const environmentFor = (cloudApi: Peer): Record<string, string> => ({
  SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
  SAMVAD_CLOUD_API_URL: `http://127.0.0.1:${cloudApi.port}`,
})

/** Gives each contact a phone number and a recent inbound message: app messages need an open session. */
export async function makeReachable({ database }: Installation, organizations: Organization[]): Promise<void> {
  await database.query(
    `update contacts c set phone_number = '+1555' || lpad(n::text, 7, '0'), last_inbound_at = now()
       from (select org_id, id, row_number() over (partition by org_id) as n from contacts
              where org_id = any($1::uuid[])) numbered
      where c.org_id = numbered.org_id and c.id = numbered.id`,
    [organizations.map(({ organizationId }) => organizationId)],
  )
  await database.query('vacuum analyze contacts')
}

export async function setSmsAccounts(
  at: Installation,
  organizations: Organization[],
  smpp: Peer,
  more: object = {},
): Promise<void> {
  const account = { protocol: 'smpp', from: '15550100', host: '127.0.0.1', port: smpp.port, window: WINDOW, ...more }
  await each(organizations, (organization, place) =>
    put(at, organization, 'sms', { ...account, system_id: `bench${place}`, password: 'bench' }),
  )
}

let lastNumberId = 100_000

/** Webhook addresses and secrets for the provider, by phone number id. */
export type Callbacks = Record<string, { path: string; appSecret: string }>

export async function setAppAccounts(at: Installation, organizations: Organization[]): Promise<Callbacks> {
  const callbacks: Callbacks = {}
  await each(organizations, async (organization) => {
    const id = String(++lastNumberId)
    const account = { phone_number_id: id, business_account_id: id, access_token: 'bench', app_secret: APP_SECRET }
    const { callback_url } = await put(at, organization, 'app', account)
    callbacks[id] = { path: new URL(String(callback_url)).pathname, appSecret: APP_SECRET }
  })
  return callbacks
}

async function put(
  { url }: Installation,
  { token }: Organization,
  channel: string,
  account: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/v1/channels/${channel}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`the account was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function each(organizations: Organization[], work: (one: Organization, place: number) => Promise<unknown>) {
  const left = [...organizations.entries()]
  const take = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: SETTING_AT_ONCE }, take))
}
