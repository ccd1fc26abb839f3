import type { Contact } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { type ChannelName, channelOfField } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Section } from '../design/page.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { contactWords } from './contact-words.ts'
import { useNames } from './data.ts'
import { words } from './words.ts'

/** Addresses, owner, creation date and custom fields. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const { nameOf } = useNames()
  const owner = nameOf(contact.owner_id)
  const { email, phone_number, app_id, last_active_at, created_at } = contact
  return (
    <Section title={w.details}>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
        {email !== null && (
          <Address label={w.email} address={email} channel={channelOfField('email')} contact={contact} />
        )}
        {phone_number !== null && (
          <Address label={w.phone} address={phone_number} channel={channelOfField('phone_number')} contact={contact} />
        )}
        {app_id !== null && (
          <Address label={w.appId} address={app_id} channel={channelOfField('app_id')} contact={contact} />
        )}
        {owner !== null && (
          <Detail label={common.owner}>
            <bdi>{owner}</bdi>
          </Detail>
        )}
        {last_active_at !== null && (
          <Detail label={w.lastActive}>
            <Time at={last_active_at} />
          </Detail>
        )}
        <Detail label={common.created}>
          <Time at={created_at} />
        </Detail>
        {Object.entries(contact.attributes).map(([name, value]) => (
          <Detail key={name} label={<bdi>{name}</bdi>}>
            <bdi>{typeof value === 'boolean' ? (value ? '✓' : '–') : String(value)}</bdi>
          </Detail>
        ))}
      </dl>
    </Section>
  )
}

function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 pt-1 break-words text-soft">{label}</dt>
      <dd className="min-w-0 pt-1 pb-1 break-words">{children}</dd>
    </>
  )
}

interface AddressProps {
  label: string
  address: string
  channel: ChannelName
  contact: Contact
}

function Address({ label, address, channel, contact }: AddressProps) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const reason = contact.suppressed[channel]
  return (
    <Detail label={label}>
      <span className="-my-1.5 flex flex-wrap items-center gap-x-2">
        <span className="flex min-w-0 max-w-full items-center gap-x-2">
          <Channel channel={channel} />
          <bdi className="min-w-0 break-all">{address}</bdi>
          <CopyButton text={address} />
        </span>
        {reason && (
          <>
            <Status tone="bad">{common.reasons[reason as keyof typeof common.reasons] ?? reason}</Status>
            <PageLink
              page="contacts/suppressions"
              search={{ channel, address }}
              className="touch-small inline-flex items-center text-accent hover:underline"
            >
              {w.toSuppression}
            </PageLink>
          </>
        )}
      </span>
    </Detail>
  )
}
