// Sends one message through an HTTP gateway.

import type { App } from '#kit/app.ts'
import { detailsOfError } from '#kit/explained.ts'
import type { MayReach } from '#kit/networks.ts'
import { publicId } from '#kit/wire.ts'
import type { OutboundMessage, SendResult } from '../../adapter.ts'
import type { DltOf } from '../dlt.ts'
import type { HttpSettings } from '../settings.ts'
import { callGateway, NotCalled } from './call.ts'
import { callOf } from './description.ts'
import { outcomeOf } from './outcomes.ts'

export interface Gateway {
  app: App
  mayReach: MayReach
  settings: HttpSettings
  password: string | null
  dlt: DltOf | null
}

export async function sendByHttp(
  { app, mayReach, settings, password, dlt }: Gateway,
  { address, name, content, deliveryId, leaving }: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const call = callOf(settings, {
    to: address.replace(/^\+/, ''),
    from: dlt?.header ?? settings.from,
    text: content.text ?? '',
    reference: publicId('dlv', deliveryId),
    name: name ?? '',
    password: password ?? '',
    entity_id: settings.dlt?.entity_id ?? '',
    template_id: dlt?.templateId ?? '',
    chain: settings.dlt?.chain ?? '',
  })
  try {
    return outcomeOf(settings, await callGateway(app, mayReach, call, leaving, signal))
  } catch (error) {
    const detail = detailsOfError(error)
    return error instanceof NotCalled ? { outcome: 'unavailable', detail } : { outcome: 'unknown', detail }
  }
}
