// Gateway accounts as the API shows them.

import type { Sealer } from '#kit/crypto.ts'
import { seconds } from '#kit/wire.ts'
import { openSecrets } from './actions.ts'
import type { AccountRow } from './queries.ts'
import { hintOf } from './rules.ts'
import { type GatewayAccount, webhookPath } from './schema.ts'

export function showAccount(
  row: AccountRow,
  current: string | null,
  { sealer, publicUrl }: { sealer: Sealer; publicUrl: string },
): GatewayAccount {
  const { name, base_url, account_id, is_enabled, is_default, updated_at } = row
  const secrets = Object.entries(openSecrets(sealer, row)).map(([field, value]) => [field, hintOf(value)])
  return {
    name,
    base_url,
    account_id,
    secrets: Object.fromEntries(secrets),
    is_enabled,
    is_default,
    is_current: name === current,
    webhook_url: `${publicUrl}${webhookPath(name)}`,
    updated_at: seconds(updated_at),
  }
}
