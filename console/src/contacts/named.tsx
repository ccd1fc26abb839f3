import type { Contact } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Channel, Status } from '../design/status.tsx'
import { channels } from './known.ts'
import { words } from './words.ts'

type Named = Pick<Contact, 'display_name' | 'email' | 'phone_number' | 'app_id'>

/** What a contact is called where only one line is there. */
export const nameOf = (contact: Named, noName: string): string =>
  contact.display_name ?? contact.email ?? contact.phone_number ?? contact.app_id ?? noName

/** The address that a channel writes to. */
export const addressOn = (contact: Named, channel: (typeof channels)[number]): string | null =>
  ({ email: contact.email, app: contact.app_id ?? contact.phone_number, sms: contact.phone_number })[channel]

export function ContactLink({ contact }: { contact: Named & { id: string } }) {
  const w = useWords(words)
  return (
    <PageLink
      page={`contacts/${contact.id}`}
      className="touch inline-flex max-w-full items-center rounded-box font-medium hover:underline"
    >
      <bdi className="max-w-44 truncate sm:max-w-72">{nameOf(contact, w.noName)}</bdi>
    </PageLink>
  )
}

/** The addresses of a contact, each with what is in its way. */
export function Addresses({ contact }: { contact: Contact }) {
  const w = useWords(words)
  const { email, phone_number, app_id, suppressed, unsubscribed } = contact
  const shown = [
    { channel: 'email', address: email },
    { channel: 'sms', address: phone_number },
    { channel: 'app', address: app_id },
  ].filter(({ address }) => address !== null)
  const inTheWay = channels.filter((channel) => suppressed[channel] || unsubscribed[channel])
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
      {shown.map(({ channel, address }) => (
        <span key={channel} className="inline-flex min-w-0 items-center gap-1.5">
          <Channel channel={channel} />
          <bdi className="max-w-64 truncate" title={address ?? undefined}>
            {address}
          </bdi>
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
