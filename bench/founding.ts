// Creates many organizations by a few statements, each with an owner, a token, credit, contacts and conversations. Rows
// equal those that the actions would store, so that the doctor reports nothing.

import type pg from 'pg'
import { hashSecret, newSecret } from '#kit/crypto.ts'
import { newUuid, typeId } from '#kit/ids.ts'
import { permissions } from '#people/access/rules.ts'
import type { Installation } from './installation.ts'
import type { Request } from './load.ts'

const MICROS_PER_RUPEE = 1_000_000n

export interface Organization {
  organizationId: string
  userId: string
  token: string
  /** Public ids. */
  conversations: string[]
}

export interface Founding {
  /** Credit per organization. */
  rupees: number
  /** Conversations per organization, each with a contact. */
  conversations: number
}

interface Founder {
  organizationId: string
  userId: string
  tokenId: string
  token: string
}

export async function foundOrganizations(
  { database }: Installation,
  count: number,
  { rupees, conversations }: Founding,
): Promise<Organization[]> {
  const founders = Array.from({ length: count }, (): Founder => {
    return { organizationId: newUuid(), userId: newUuid(), tokenId: newUuid(), token: newSecret('samvad') }
  })
  const client = await database.connect()
  try {
    await client.query('begin')
    await foundThem(client, founders)
    await creditThem(client, founders, BigInt(rupees) * MICROS_PER_RUPEE)
    await addContacts(client, founders, conversations)
    const ids = await beginConversations(client, founders)
    await client.query('commit')
    await client.query('vacuum analyze contacts, conversations, wallets, tokens, memberships')
    return founders.map(({ organizationId, userId, token }) => {
      return { organizationId, userId, token, conversations: ids.get(organizationId) ?? [] }
    })
  } finally {
    client.release()
  }
}

/** As `organizations.create`, `addMember` and `createToken` do. */
async function foundThem(client: pg.PoolClient, founders: Founder[]): Promise<void> {
  await client.query(
    `with given as (
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bytea[])
         as given (org_id, user_id, token_id, hint, hash)),
     made as (insert into organizations (id, name, created_at) select org_id, 'Organization ' || org_id, now()
              from given),
     owned as (
       insert into users (id, email, display_name, created_at)
       select user_id, 'owner-' || user_id || '@company.example', 'Owner', now() from given),
     joined as (
       insert into memberships (org_id, user_id, role_name, created_at) select org_id, user_id, 'owner', now()
       from given),
     hashed as (insert into token_hashes (hash, org_id, token_id) select hash, org_id, token_id from given)
     insert into tokens (org_id, id, user_id, name, hint, permissions, created_at)
     select org_id, token_id, user_id, 'Measurements', hint, $6::text[], now() from given`,
    [
      founders.map(({ organizationId }) => organizationId),
      founders.map(({ userId }) => userId),
      founders.map(({ tokenId }) => tokenId),
      founders.map(({ token }) => token.slice(-4)),
      founders.map(({ token }) => hashSecret(token)),
      permissions,
    ],
  )
}

/** Creates wallets whose first version is a credit, by the ledger's own rules. */
async function creditThem(client: pg.PoolClient, founders: Founder[], amount: bigint): Promise<void> {
  await client.query(
    `with opened as (
       insert into wallets (org_id, balance_micros, version, state, warning_base_micros, created_at, updated_at)
       select id, $2::bigint, 1, gen_random_uuid(), $2::bigint, now(), now() from unnest($1::uuid[]) id
    returning org_id)
     insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                               balance_after_micros,
                               description, created_at, completed_at)
     select org_id, uuidv7(), 'credit', 'completed', $2::bigint, 'operator', 1, $2::bigint, 'Credit for measurements',
            now(), now()
       from opened`,
    [founders.map(({ organizationId }) => organizationId), amount],
  )
}

/** Adds `each` contacts without a conversation to each organization. Returns their public ids by organization. */
export async function addContacts(
  client: pg.Pool | pg.PoolClient,
  organizations: Pick<Organization, 'organizationId' | 'userId'>[],
  each: number,
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ org_id: string; ids: string[] }>(
    `with made as (
       insert into contacts (org_id, id, email, owner_id, created_at)
       select org_id, uuidv7(), 'contact-' || gen_random_uuid() || '@customer.example', user_id, now()
         from unnest($1::uuid[], $2::uuid[]) as given (org_id, user_id), generate_series(1, $3::int)
       returning org_id, id)
     select org_id, array_agg(id) as ids from made group by org_id`,
    [organizations.map(({ organizationId }) => organizationId), organizations.map(({ userId }) => userId), each],
  )
  return publicIds('contact', rows)
}

/** One conversation per contact. */
async function beginConversations(client: pg.PoolClient, founders: Founder[]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ org_id: string; ids: string[] }>(
    `with made as (
       insert into conversations (org_id, id, user_id, contact_id, created_at)
       select org_id, uuidv7(), owner_id, id, now() from contacts where org_id = any($1::uuid[])
       returning org_id, id)
     select org_id, array_agg(id) as ids from made group by org_id`,
    [founders.map(({ organizationId }) => organizationId)],
  )
  return publicIds('conv', rows)
}

function publicIds(prefix: 'contact' | 'conv', rows: { org_id: string; ids: string[] }[]): Map<string, string[]> {
  return new Map(rows.map(({ org_id, ids }) => [org_id, ids.map((id) => typeId(prefix, id))]))
}

/**
 * Interleaves the organizations' requests, so that consecutive ones belong to different organizations; each has its
 * organization's token.
 */
export function inTurn(
  organizations: Organization[],
  requestsOf: (organization: Organization) => Request[],
): Request[] {
  const all = organizations.map((organization) => {
    return requestsOf(organization).map((request) => ({ ...request, token: organization.token }))
  })
  const most = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: most }, (_, place) => all.flatMap((requests) => requests[place] ?? [])).flat()
}
