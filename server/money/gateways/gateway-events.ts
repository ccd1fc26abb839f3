// Dispatches gateway events to the domain that owns the payment, refund or mandate. Those domains import this one, so
// their handlers are registered at start: server/program/hooks.ts.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AuthorizedMandate, Gateway, GatewayEvent } from './providers/gateway.ts'
import type { PaymentMethod, Purpose } from './rules.ts'

/** `unknown`: refers to nothing of this organization. The gateway is then asked to send it again later. */
export type Handled = 'handled' | 'unknown'

type EventObject = GatewayEvent['object']
type EventOf<Of extends EventObject> = Extract<GatewayEvent, { object: Of }>
/** In one or more transactions of its own per event; idempotent, in any order. */
export type GatewayEventHandler<Of extends EventObject> = (
  app: App,
  organizationId: Uuid,
  gateway: Gateway,
  event: EventOf<Of>,
) => Promise<Handled>
/** Records a mandate in the transaction that settles its payment; idempotent, in any order. */
export type MandateRecorder = (tx: Tx, scope: Scope, authorization: MandateAuthorization) => Promise<void>

export type GatewayEventHandlers = { readonly [Of in EventObject]: GatewayEventHandler<Of> } & {
  readonly authorizedMandate: MandateRecorder
}

let handlers: GatewayEventHandlers | null = null

/** Called once per process. */
export function useGatewayEventHandlers(all: GatewayEventHandlers): void {
  handlers = all
}

function known(): GatewayEventHandlers {
  if (!handlers) throw new Error('no handler for gateway events is registered in this process')
  return handlers
}

export async function handleGatewayEvent(
  app: App,
  organizationId: Uuid,
  gateway: Gateway,
  event: GatewayEvent,
): Promise<Handled> {
  const handler = known()[event.object] as (...given: unknown[]) => Promise<Handled>
  return handler(app, organizationId, gateway, event)
}

/** A mandate that the customer authorized along with a captured payment. */
export interface MandateAuthorization {
  gateway: string
  paymentId: Uuid
  purpose: Purpose
  method: PaymentMethod | null
  mandate: AuthorizedMandate
}

/** The wallet is locked, and the caller must not use values read before that. */
export async function recordMandate(tx: Tx, scope: Scope, authorization: MandateAuthorization): Promise<void> {
  await known().authorizedMandate(tx, scope, authorization)
}
