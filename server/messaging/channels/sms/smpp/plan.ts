// Derives the bind of an account from its settings.

import { hash } from 'node:crypto'
import type { Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import type { SmppSettings } from '../settings.ts'
import type { BindPlan } from './binds.ts'

/** The connection plan of an account's current settings. */
export function planOf(organizationId: Uuid, its: SmppSettings, password: string, mayReach: MayReach): BindPlan {
  return {
    organizationId,
    fingerprint: hash('sha256', JSON.stringify([its, password])),
    destination: { host: its.host, port: its.port, tls: its.tls, mayReach },
    bind: { systemId: its.system_id, password, systemType: its.system_type },
    window: its.window,
    messagesPerSecond: its.messages_per_second,
    enquireLinkMs: its.enquire_link_seconds * 1000,
    idFormat: its.id_format,
    places: its.binds,
    isHeld: its.stay_bound,
  }
}
