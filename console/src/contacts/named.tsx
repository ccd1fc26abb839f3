import type { Contact } from '@samvad/sdk'
import { addressFields } from '#channels/description.ts'
import { channelNames, channelOfField } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Marked } from '../design/marked.tsx'
import { Channel, Status } from '../design/status.tsx'
import type { Found } from './data.ts'
import { words } from './words.ts'

type Named = Pick<Contact, 'display_name' | 'email' | 'phone_number' | 'app_id'>
/** The part of a contact that lists and searches show. */
export type Known = Named &
  Pick<Contact, 'id' | 'avatar_url' | 'owner_id' | 'suppressed' | 'unsubscribed' | 'created_at'>

/** A contact's one-line name. */
export const nameOf = (contact: Named, noName: string): string =>
  contact.display_name ?? contact.email ?? contact.phone_number ?? contact.app_id ?? noName

export function ContactLink({ contact }: { contact: Named & Found & { id: string } }) {
  const w = useWords(words)
  return (
    <PageLink
      page={`contacts/${contact.id}`}
      className="touch inline-flex max-w-full items-center rounded-box font-medium hover:underline"
    >
      <bdi className="max-w-44 truncate sm:max-w-72">
        <Marked
          text={nameOf(contact, w.noName)}
          ranges={contact.display_name === null ? [] : contact.matches?.display_name}
        />
      </bdi>
    </PageLink>
  )
}

/** A contact's addresses, each with what prevents sending to it. */
export function Addresses({ contact }: { contact: Known & Found }) {
  const w = useWords(words)
  const { suppressed, unsubscribed, matches } = contact
  const shown = addressFields
    .map((field) => ({ field, channel: channelOfField(field), address: contact[field], ranges: matches?.[field] }))
    .filter(({ address }) => address !== null)
  const inTheWay = channelNames.filter((channel) => suppressed[channel] || unsubscribed[channel])
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
      {shown.map(({ field, channel, address, ranges }) => (
        <span key={field} className="inline-flex min-w-0 items-center gap-1.5">
          <Channel channel={channel} />
          <span className="max-w-64 truncate" title={address ?? undefined}>
            <Marked text={address ?? ''} ranges={ranges} />
          </span>
        </span>
      ))}
      {inTheWay.map((channel) => (
        <Status key={channel} tone={suppressed[channel] ? 'bad' : 'warn'}>
          <span className="me-1">
            <Channel channel={channel} />
          </span>
          {suppressed[channel] ? w.suppressed : w.unsubscribedSince}
        </Status>
      ))}
    </span>
  )
}
