// Messages that were sent and not accepted yet: shown at once, kept over reloads and lost connections, and sent once
// with the idempotency key created when Send was pressed. For some seconds they are only local and can be undone.

import type { Message, NewMessage } from '@samvad/sdk'
import { api } from './api.ts'
import { type Draft, forgetUser, type KeptFile, kept, ownerOf, type Waiting, waitingOf } from './kept.ts'
import { onStreamBack } from './live.ts'
import { onLeaving } from './organization-switch.ts'
import { refusalOf } from './refusal-of.ts'
import { loadSession, type Session } from './session.ts'
import { createStore, useStore } from './store.ts'

export const UNDO_MS = 6000
/** How long the server remembers a key: after that, sending again could send twice. */
const KEY_KEPT_MS = 24 * 3600 * 1000
const AGAIN_MS = 5000
/** How long signing out waits for unsent messages. */
const LEAVING_MS = 3000

const store = createStore<readonly Waiting[]>([])
const listeners = new Set<(message: Message) => void>()
let current: { owner: string; others: BroadcastChannel } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let againAt = 0

/** Called for each accepted message. */
export function onSent(listener: (message: Message) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Starts sending for the signed-in user; returns the function that stops it. */
export function openOutbox(session: Session): () => void {
  const owner = ownerOf(session)
  const others = new BroadcastChannel(`samvad.outbox.${owner}`)
  current = { owner, others }
  others.addEventListener('message', () => void look())
  const online = () => {
    againAt = 0
    void look()
  }
  addEventListener('online', online)
  const forgetStream = onStreamBack(online)
  // A user who closes the page does not undo any more.
  const leaving = () => document.visibilityState === 'hidden' && void sendNow(null)
  document.addEventListener('visibilitychange', leaving)
  void look()
  return () => {
    removeEventListener('online', online)
    forgetStream()
    document.removeEventListener('visibilitychange', leaving)
    clearTimeout(timer)
    others.close()
    current = null
    store.set([])
  }
}

export const isTooOld = ({ madeAt }: Waiting, now: number): boolean => now - madeAt > KEY_KEPT_MS

export function useWaiting(conversationId: string): Waiting[] {
  return useStore(store).filter((one) => one.conversationId === conversationId)
}

/** Called when Send is pressed. `undoMs`: how long it can be undone. */
export async function send(body: NewMessage, files: KeptFile[], undoMs = UNDO_MS): Promise<Waiting> {
  const { owner } = mustBeOpen()
  const madeAt = Date.now()
  const conversationId = body.conversation_id
  const leavesAt = madeAt + undoMs
  const waiting = { key: crypto.randomUUID(), owner, conversationId, body, files, madeAt, leavesAt, refusal: null }
  store.set([...store.get(), waiting])
  await (await kept()).put('outbox', waiting)
  changed()
  return waiting
}

/** Null when it has left. Otherwise `draftOf` replaces it in one transaction, so closing the page loses nothing. */
export async function takeBack(key: string, draftOf: (waiting: Waiting) => Draft): Promise<Waiting | null> {
  const change = (await kept()).transaction(['outbox', 'drafts'], 'readwrite')
  const outbox = change.objectStore('outbox')
  const waiting = await outbox.get(key)
  const isHere = waiting !== undefined && (waiting.refusal !== null || waiting.leavesAt > Date.now())
  if (isHere) {
    await change.objectStore('drafts').put(draftOf(waiting), `${waiting.owner}.${waiting.conversationId}`)
    await outbox.delete(key)
  }
  await change.done
  changed()
  return isHere ? waiting : null
}

/** Sends one message, or all, without waiting for the undo time. */
export async function sendNow(key: string | null): Promise<void> {
  const now = Date.now()
  await rewrite((one) => (key === null || one.key === key) && one.leavesAt > now, { leavesAt: now })
}

/** Retries a refused message with its key, so that it is sent once whatever the first attempt's result. */
export const tryAgain = (key: string): Promise<void> => rewrite((one) => one.key === key, { refusal: null })

/** For a message older than its key, when the user knows that it did not arrive. */
export async function sendAnew(waiting: Waiting): Promise<void> {
  await drop(waiting.key)
  await send(waiting.body, waiting.files, 0)
}

export async function drop(key: string): Promise<void> {
  await (await kept()).delete('outbox', key)
  changed()
}

async function rewrite(isMeant: (one: Waiting) => boolean, fields: Partial<Waiting>): Promise<void> {
  const change = (await kept()).transaction('outbox', 'readwrite')
  const { owner } = mustBeOpen()
  for await (const cursor of change.store.index('owner').iterate(owner))
    if (isMeant(cursor.value)) await cursor.update({ ...cursor.value, ...fields })
  await change.done
  againAt = 0
  changed()
}

function mustBeOpen(): NonNullable<typeof current> {
  if (!current) throw new Error('nobody is signed in')
  return current
}

function changed(): void {
  current?.others.postMessage(null)
  void look()
}

/** Loads waiting messages, and schedules the next one. */
async function look(): Promise<void> {
  const at = current
  if (!at) return
  const waiting = await waitingOf(at.owner)
  if (current !== at) return
  store.set(waiting)
  const open = waiting.filter((one) => isOpen(one, Date.now()))
  for (const id of new Set(open.map(({ conversationId }) => conversationId))) void work(at.owner, id)
  clearTimeout(timer)
  const next = Math.max(againAt, Math.min(...open.map(({ leavesAt }) => leavesAt)))
  if (Number.isFinite(next) && next > Date.now()) timer = setTimeout(() => void look(), next - Date.now())
}

const isOpen = (one: Waiting, now: number): boolean => one.refusal === null && !isTooOld(one, now)

/** A conversation's messages one after another; across tabs one at a time. */
async function work(owner: string, conversationId: string): Promise<void> {
  if (Date.now() < againAt) return
  const name = `samvad.outbox.${owner}.${conversationId}`
  const didAny = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    for (let count = 0; ; count++) {
      const now = Date.now()
      const next = (await waitingOf(owner)).find((one) => one.conversationId === conversationId && isOpen(one, now))
      // A message that can still be undone delays later ones, so that they arrive in order.
      if (!next || next.leavesAt > now || current?.owner !== owner) return count > 0
      if (!(await sendOne(next))) return false
    }
  })
  if (didAny) changed()
}

/** True when it is done, successfully or not. */
async function sendOne(waiting: Waiting): Promise<boolean> {
  try {
    // Never under another session, which may have replaced this one.
    const session = await loadSession()
    if (!session || ownerOf(session) !== waiting.owner) return false
    const message = await api.messages.send(waiting.body, { idempotencyKey: waiting.key })
    for (const listener of listeners) listener(message)
    await (await kept()).delete('outbox', waiting.key)
    return true
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) {
      againAt = Date.now() + AGAIN_MS
      changed()
      return false
    }
    await (await kept()).put('outbox', { ...waiting, refusal })
    return true
  }
}

onLeaving(async () => {
  const session = await loadSession()
  if (!session) return
  if (current) {
    await sendNow(null)
    const deadline = Date.now() + LEAVING_MS
    const isUnderWay = () => store.get().some((one) => isOpen(one, Date.now()))
    while (isUnderWay() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await forgetUser(session.user.id)
})
