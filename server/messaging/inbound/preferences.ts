// Applies contacts' stops and resumptions of marketing messages at the provider. spec 6.40.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { IncomingNotice, IncomingPreference } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { byProvider } from '#messaging/contacts/consents/actions.ts'

/** For unknown senders they are notices: there is no contact to mark. */
export async function followPreferences(
  tx: Tx,
  scope: Scope,
  channel: ChannelName,
  preferences: readonly IncomingPreference[],
): Promise<IncomingNotice[]> {
  const unknown: IncomingNotice[] = []
  for (const { from, alsoFrom, marketing, detail, time } of preferences) {
    const identities = [from, ...alsoFrom].flatMap((one) => {
      const reading = channels[channel].identitiesOf(one)
      return 'value' in reading ? reading.value : []
    })
    const valueOf = (field: string) => identities.find((one) => one.field === field)?.value ?? null
    const said = { channel, phone: valueOf('phone_number'), appId: valueOf('app_id') }
    const isStopped = marketing === 'stopped'
    const at = time < scope.at ? time : scope.at
    if (await byProvider(tx, scope, { ...said, isStopped, text: detail, time: at })) continue
    unknown.push({
      kind: 'preference',
      needsAction: false,
      detail: `${from}: marketing ${marketing}`,
      content: { from, marketing, detail },
      key: `${from} ${marketing} ${time.getTime()}`,
    })
  }
  return unknown
}
