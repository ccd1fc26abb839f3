// SQL of the installation's accounts with payment gateways.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { GatewayName } from './rules.ts'

export interface AccountRow {
  name: GatewayName
  base_url: string
  account_id: string
  secrets: Buffer
  is_enabled: boolean
  is_default: boolean
  updated_at: Date
}

const columns = sql`name, base_url, account_id, secrets, is_enabled, is_default, updated_at`

export function all(): Statement {
  return sql`select ${columns} from gateway_accounts order by name`
}

/** Blocks other changes until the transaction ends, because making one the default changes another. Reads continue. */
export function lock(): Statement {
  return sql`lock table gateway_accounts in share row exclusive mode`
}

/** Before a new default is set: there is at most one at any moment. */
export function clearDefault(except: GatewayName): Statement {
  return sql`update gateway_accounts set is_default = false where is_default and name <> ${except}`
}

export function set(account: Omit<AccountRow, 'updated_at'>, at: Date): Statement {
  const { name, base_url, account_id, secrets, is_enabled, is_default } = account
  return sql`
    insert into gateway_accounts (name, base_url, account_id, secrets, is_enabled, is_default, updated_at)
    values (${name}, ${base_url}, ${account_id}, ${secrets}, ${is_enabled}, ${is_default}, ${at})
    on conflict (name) do update set base_url = excluded.base_url, account_id = excluded.account_id,
                                     secrets = excluded.secrets,
      is_enabled = excluded.is_enabled, is_default = excluded.is_default, updated_at = excluded.updated_at
    returning ${columns}`
}

export function remove(name: GatewayName): Statement {
  return sql`delete from gateway_accounts where name = ${name}`
}

/** Stores the same secrets under another key; the account itself does not change. */
export function reseal(name: GatewayName, secrets: Buffer): Statement {
  return sql`update gateway_accounts set secrets = ${secrets} where name = ${name}`
}
