// A contact presses a quick reply of a template message in the app: spec 15.48. Like Meta, the sandbox reports it by a
// signed webhook of a message with the button's payload.

import { randomBytes } from 'node:crypto'
import { isFenced } from '#installation/fence.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid, refusal } from '#kit/refusals.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import { inboundBy } from '#messaging/inbound/queries.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import { byIds } from '#messaging/messages/queries.ts'
import { lookerOf } from './actions.ts'
import { mustBeOn } from './carried.ts'
import { type PressableRow, pressable } from './device-queries.ts'
import { createProviderMessages } from './provider-messages.ts'
import type { NewSandboxButtonPress } from './schema.ts'
import { payloadOf } from './template-words.ts'
import { followAll } from './writing.ts'

const NAME_BYTES = 16

/** Returns the message that the press creates. */
export type PressOnDevice = (actor: Actor, given: NewSandboxButtonPress) => Promise<MessageRow>

export function createPresses(app: App, keep: KeepArrivals): PressOnDevice {
  const { press } = createProviderMessages(app, keep)

  return async (actor, { delivery_id, index }) => {
    const { organizationId } = actor
    const { reads } = app.database
    await mustBeOn(reads, app.settings, actor, 'app')
    const found = await reads.row<PressableRow>(pressable(lookerOf(actor), delivery_id))
    if (!found) throw absentIn('delivery_id', 'delivery')
    const button = found.components?.buttons[index]
    if (button?.type !== 'quick_reply') throw invalid('index', 'not_a_quick_reply')
    if (await isFenced(app)) throw refusal('temporarily_unavailable', 'sandbox_while_fenced')
    const { text } = button
    const pressed = {
      button: { payload: payloadOf(found.raw, index, text), text },
      to: found.provider_id,
      name: randomBytes(NAME_BYTES),
    }
    const { brought, providerId } = await press(organizationId, found.address, pressed)
    await followAll(app, [brought])
    const received = await reads.row<{ id: Uuid | null }>(inboundBy(organizationId, 'app', providerId))
    const [row] = received?.id == null ? [] : await reads.rows<MessageRow>(byIds(organizationId, [received.id]))
    if (!row) throw refusal('temporarily_unavailable', 'sandbox_message_failed')
    return row
  }
}
