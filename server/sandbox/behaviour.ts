// How the sandbox's provider of a channel behaves towards the next message. Asked by every provider server of the
// sandbox, in the transaction that keeps the message where it keeps one.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { ReceiptMode } from './rules.ts'
import * as queries from './settings-queries.ts'

export interface Behaviour {
  /** `manual`: the provider reports nothing by itself. */
  receipts: ReceiptMode
  /**
   * What becomes of this message: null, it is taken. `rejected` (REJECTED): refused, for a reason of the provider's
   * choice. `timeout` (TIMEOUT): taken, and never answered. Anything else is a code as the channel's provider writes
   * it: of the Cloud API `131047`, of SMPP a command_status (`ESME_RTHROTTLED`, `0X58`, `88`) or the stat of a receipt
   * (`UNDELIV`), of SMTP a reply (`550 5.1.1`).
   */
  failCode: string | null
}

/**
 * For one message. Whoever asks first gets the failure, and nobody else: others that ask at the same moment wait for
 * its commit, and those that ask while none is wanted wait for nobody. Undone with the transaction.
 */
export async function takeBehaviour(tx: Tx, organizationId: Uuid, channel: ChannelName): Promise<Behaviour> {
  const row = await tx.row<queries.SettingsRow>(queries.settingsOf(organizationId, channel))
  if (!row) return { receipts: 'automatic', failCode: null }
  const taken =
    row.fail_next === null ? undefined : await tx.row<{ code: string }>(queries.takeFailure(organizationId, channel))
  return { receipts: row.receipts, failCode: taken?.code ?? null }
}
