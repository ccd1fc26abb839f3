// Inserts a mail's pictures as data, so that its frame makes no requests. Embedded ones are inserted at once; external
// ones are fetched through the server on request.

import type { Message } from '@samvad/sdk'
import { api } from '../app/api.ts'
import { each } from '../app/bulk.ts'
import { ownerOf } from '../app/kept.ts'
import type { Session } from '../app/session.ts'

const PLACE = /(<img(?: [^>]*?)?) data-picture="(\d+)"/g
/** Limit for all pictures of a mail; further ones are not loaded. */
const BYTES_MAX = 20 * 1024 * 1024
const SENDERS_MAX = 500

export interface Pictures {
  /** Place → data. */
  data: ReadonlyMap<string, string>
  failed: number
}

export const placesIn = (html: string): string[] => [...html.matchAll(PLACE)].map(([, , place]) => place as string)

export const withPictures = (html: string, { data }: Pictures): string =>
  html.replace(PLACE, (whole, before: string, place: string) => {
    const address = data.get(place)
    return address === undefined ? whole : `${before} src="${address}"`
  })

const ATTACHED = /(<img(?: [^>]*?)?) data-attachment="(att_[0-9a-z]+)"/g

export const attachedIn = (html: string): string[] => [
  ...new Set([...html.matchAll(ATTACHED)].map(([, , id]) => id as string)),
]

/** Attachment → data. Unavailable ones are missing. */
export async function fetchAttached(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const data = new Map<string, string>()
  let bytes = 0
  await each(ids, async (id) => {
    if (bytes > BYTES_MAX) throw new Error('too much')
    const response = await api.attachments.file.retrieveFile(id)
    const blob = await response.blob()
    bytes += blob.size
    data.set(id, await addressOf(blob))
  })
  return data
}

export const withAttached = (html: string, data: ReadonlyMap<string, string>): string =>
  html.replace(ATTACHED, (whole, before: string, id: string) => {
    const address = data.get(id)
    return address === undefined ? whole : `${before} src="${address}"`
  })

export async function fetchPictures(id: string, places: readonly string[]): Promise<Pictures> {
  const data = new Map<string, string>()
  let bytes = 0
  const failed = await each(places, async (place) => {
    if (bytes > BYTES_MAX) throw new Error('too much')
    const response = await api.messages.picture.retrieveFile(id, { index: Number(place) })
    const blob = await response.blob()
    bytes += blob.size
    data.set(place, await addressOf(blob))
  })
  return { data, failed: failed.length }
}

function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('it could not be read')))
    reader.readAsDataURL(blob)
  })
}

// --- Senders whose pictures are always shown -------------------------------------------------------------------------

/** Only for authenticated senders: otherwise anybody could write in their name. */
export const mayBeTrusted = ({ direction, authenticated }: Message): boolean =>
  direction === 'inbound' && authenticated === true

const keyOf = (session: Session): string => `samvad.pictures.${ownerOf(session)}`

function trusted(session: Session): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const isTrusted = (session: Session, message: Message): boolean =>
  mayBeTrusted(message) && trusted(session).includes(message.sender)

/** Stored in this browser, for this user and organization. */
export function trust(session: Session, { sender }: Message, isOn: boolean): void {
  const others = trusted(session).filter((one) => one !== sender)
  const next = isOn ? [...others, sender].slice(-SENDERS_MAX) : others
  localStorage.setItem(keyOf(session), JSON.stringify(next))
}
