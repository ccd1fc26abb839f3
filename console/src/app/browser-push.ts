// Push notifications of this browser. It has one subscription, which the server stores per user and organization. The
// browser also stores whose it is, so that the server is updated when the browser has replaced the subscription, or
// another session has started.

import type { NewPushSubscription } from '@samvad/sdk'
import { api } from './api.ts'
import { ownerOf } from './kept.ts'
import { onLeaving } from './organization-switch.ts'
import { queryClient } from './queries.ts'
import { workerHere } from './service-worker.ts'
import { loadSession, type Session } from './session.ts'

export interface BrowserPush {
  /** `none`: the browser does not support it here. `denied`: the user must allow it in the browser's settings. */
  state: 'none' | 'denied' | 'off' | 'on'
  /** This browser's endpoint as sent to the server. */
  endpoint: string | null
}

/** Queries under this key are refetched after the subscription at the server has changed. */
export const PUSH_KEY = 'push'

/** The user denied permission, or the browser did. */
export class PushDenied extends Error {}
/** The browser could not reach its push service. */
export class PushAway extends Error {}

/** Subscriptions sent to the server, by user and organization. */
type Kept = Record<string, { endpoint: string; sessionId: string }>

const KEPT = 'samvad.push'

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Kept
  } catch {
    return {}
  }
}

function keep(change: (all: Kept) => void): void {
  const all = kept()
  change(all)
  if (Object.keys(all).length > 0) localStorage.setItem(KEPT, JSON.stringify(all))
  else localStorage.removeItem(KEPT)
}

async function manager(): Promise<PushManager | null> {
  const isThere = 'PushManager' in window && 'Notification' in window
  return (isThere && (await workerHere())?.pushManager) || null
}

export async function browserPush(session: Session): Promise<BrowserPush> {
  const push = await manager()
  const endpoint = endpointHere(session)
  if (!push) return { state: 'none', endpoint }
  if (Notification.permission === 'denied') return { state: 'denied', endpoint }
  const isOn = endpoint !== null && (await push.getSubscription())?.endpoint === endpoint
  return { state: isOn ? 'on' : 'off', endpoint }
}

/** Called from a button only, because browsers require a user action. */
export async function subscribeHere(session: Session): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied('not allowed')
  await navigator.serviceWorker.ready
  await tell(session)
}

async function tell(session: Session): Promise<void> {
  const push = await manager()
  if (!push) return
  const { public_key } = await api.pushSubscriptions.key.retrieve()
  const applicationServerKey = bytesOf(public_key)
  const before = await push.getSubscription()
  // Belongs to another installation that was formerly at this address.
  const isOurs = before && isSame(before.options.applicationServerKey, applicationServerKey)
  if (before && !isOurs) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey }
  const subscription = isOurs
    ? before
    : await push.subscribe(options).catch((cause: unknown) => {
        throw new PushAway('no push service', { cause })
      })
  await api.pushSubscriptions.create(subscription.toJSON() as unknown as NewPushSubscription)
  keep((all) => {
    all[ownerOf(session)] = { endpoint: subscription.endpoint, sessionId: session.id }
  })
}

/** When a page opens: sends changes to the server, and removes a subscription without permission. */
export async function renewPush(session: Session): Promise<void> {
  const own = kept()[ownerOf(session)]
  const push = own && (await manager())
  if (!push) return
  if (Notification.permission !== 'granted') return endHere(session)
  const subscription = await push.getSubscription()
  if (subscription?.endpoint === own.endpoint && session.id === own.sessionId) return
  await tell(session)
  if (endpointHere(session) !== own.endpoint) await forget(own.endpoint)
  await queryClient.invalidateQueries({ queryKey: [PUSH_KEY] })
}

/** Ends it for this organization; after the last one, the browser's subscription ends too. */
export async function endHere(session: Session): Promise<void> {
  const own = kept()[ownerOf(session)]
  keep((all) => {
    delete all[ownerOf(session)]
  })
  if (Object.keys(kept()).length === 0) await endSubscription()
  if (own) await forget(own.endpoint)
}

async function forget(gone: string): Promise<void> {
  for await (const { id, endpoint } of api.pushSubscriptions.list())
    if (endpoint === gone) await api.pushSubscriptions.delete(id)
}

async function endSubscription(): Promise<void> {
  const subscription = await (await manager())?.getSubscription()
  await subscription?.unsubscribe()
}

const endpointHere = (session: Session): string | null => kept()[ownerOf(session)]?.endpoint ?? null

// After signing out, this browser shows no notifications, and earlier ones are removed so that the next user cannot
// read them. The end of the session ends the subscription at the server too.
onLeaving(async () => {
  const session = await loadSession()
  if (!session) return
  const isTheirs = (owner: string) => owner.startsWith(`${session.user.id}.`)
  if (!Object.keys(kept()).some(isTheirs)) return
  keep((all) => {
    for (const owner of Object.keys(all)) if (isTheirs(owner)) delete all[owner]
  })
  await endSubscription().catch(() => undefined)
  for (const notification of (await (await workerHere())?.getNotifications()) ?? []) notification.close()
})

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join()
