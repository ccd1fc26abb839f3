// How the sandbox's provider of a channel treats the next message. Called by every provider server of the sandbox, in
// the transaction that stores the message if there is one.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { ReceiptMode } from './rules.ts'
import * as queries from './settings-queries.ts'

export interface Behaviour {
  /** `manual`: the provider reports nothing on its own; reports are sent from the device. */
  receipts: ReceiptMode
  /**
   * The result for this message. null: accepted. `rejected` (REJECTED): refused with the provider's generic reason.
   * `timeout` (TIMEOUT): accepted without a response. Any other value is a code of the channel's provider: `131047` of
   * the Cloud API; a command_status of SMPP (`ESME_RTHROTTLED`, `0X58`, `88`) or a receipt's stat (`UNDELIV`); an SMTP
   * reply (`550 5.1.1`).
   */
  failCode: string | null
}

/**
 * For one message. Exactly one caller gets a configured failure: concurrent callers wait for its commit. When none is
 * configured, callers do not wait. Rolled back with the transaction.
 */
export async function takeBehaviour(tx: Tx, organizationId: Uuid, channel: ChannelName): Promise<Behaviour> {
  const row = await tx.row<queries.SettingsRow>(queries.settingsOf(organizationId, channel))
  if (!row) return { receipts: 'automatic', failCode: null }
  const taken =
    row.fail_next === null ? undefined : await tx.row<{ code: string }>(queries.takeFailure(organizationId, channel))
  return { receipts: row.receipts, failCode: taken?.code ?? null }
}
