// Links from notices to console pages of this installation.

import type { EventKind } from '#events/declaration.ts'
import type { Prefix, Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { type NoticeType, pageOf, type StoredFacts } from './kinds.ts'

const CONSOLE = '/console'
/** For any organization of the reader. */
export const PREFERENCES_PAGE = `${CONSOLE}/settings/notifications`

interface About {
  type: NoticeType
  object_id: Uuid
  conversation_id: Uuid | null
}

interface Read extends About {
  facts: StoredFacts | null
}

/** Returns the public id of an event's object, by the event's type. */
export function createObjectNames(kinds: readonly EventKind[]): (about: About) => string {
  const prefixes = new Map(kinds.map(({ type, object }) => [type, object]))
  return ({ type, object_id }) => publicId(prefixes.get(type) as Prefix, object_id)
}

export type NameObject = ReturnType<typeof createObjectNames>

const factOf = ({ facts }: Read, name: string): string => {
  const value = facts?.[name]
  return typeof value === 'string' ? value : ''
}

const slashed = (segment: string): string => (segment === '' ? '' : `/${segment}`)

export function linkOf(publicUrl: string, organizationId: Uuid, nameObject: NameObject, about: Read): string {
  const path = pageOf(about.type, about.facts)
    .replace(':id', nameObject(about))
    .replace(':form', factOf(about, 'form_id'))
    // A notice from before this fact was stored links to the list.
    .replace(/\/?:organization/, () => slashed(factOf(about, 'organization_id')))
    .replace(':conversation', publicId('conv', about.conversation_id) ?? '')
  return `${publicUrl}${CONSOLE}/${publicId('org', organizationId)}/${path}`
}
