// SMS of the installation itself: through its shared account, or the sandbox while no real account was ever set up. No
// organization is charged, or has a message or delivery of it.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as accounts from '#messaging/channels/accounts/actions.ts'
import type { AccountState, Carrier } from '#messaging/channels/accounts/kind.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import type { Adapter } from '#messaging/channels/adapter.ts'
import { smsCarrier } from '#messaging/channels/sms/settings.ts'
import { type Carried, carriedBy, type NoticeLanguage, registeredAs } from './rules.ts'

/** Shorter than the lease of the job that waits for it. */
const HANDOVER_MS = 30_000

export interface NoticeSms {
  id: Uuid
  /** The organization whose sandbox shows it when no real account carries it. */
  organizationId: Uuid
  userId: Uuid
  phoneNumber: string
  type: string
  language: NoticeLanguage
  text: string
}

/** As for an organization without an account of its own, whichever organization the notice is for. */
async function stateForAll(tx: Tx): Promise<AccountState> {
  const { account, history, since = null } = await accounts.state(tx, FOR_ALL, 'sms')
  const isShared = account !== null
  return { account: null, shared: account, since, history: { ...history, hasOwnAccount: false, isShared } }
}

export async function noticeSmsCarrier(tx: Tx, settings: App['settings']): Promise<Carrier> {
  return smsCarrier(settings, (await stateForAll(tx)).history)
}

/** Throws only when the database does not respond; then nothing was sent. */
export async function sendNoticeSms(app: App, adapter: Adapter, sms: NoticeSms): Promise<Carried> {
  const { settings, database, clock } = app
  const { id, organizationId, userId, phoneNumber, type, language, text } = sms
  const template = registeredAs(settings.noticeDltTemplates, id, type, language)
  const result = await adapter.send(
    {
      organizationId,
      deliveryId: id,
      contactId: id,
      address: phoneNumber,
      name: null,
      content: { subject: null, text, html: null, template, attachments: [] },
      earlier: [],
      account: await stateForAll(database.reads),
      at: clock(),
      onlyFor: userId,
      leaving: async () => {},
    },
    AbortSignal.timeout(HANDOVER_MS),
  )
  return carriedBy(result, clock())
}
