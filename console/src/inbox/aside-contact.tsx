import type { Contact } from '@samvad/sdk'
import { addressOn, type ChannelName, channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { asideWords } from './aside-words.ts'
import { useContact } from './data.ts'
import { Fact, Facts, Part } from './facts.tsx'
import { words } from './words.ts'

export function AsideContact({ contactId }: { contactId: string }) {
  const w = useWords(asideWords)
  const common = useWords(words)
  const { data: contact, error, refetch, isPending, fetchStatus } = useContact(contactId)
  if (error) return <Failed error={error} onRetry={refetch} />
  // The query is disabled when the user may not see contacts.
  if (!contact) return isPending && fetchStatus !== 'idle' ? <Skeleton rows={3} /> : null
  const addresses = [contact.email, contact.phone_number, contact.app_id].filter((one) => one !== null)
  const attributes = Object.entries(contact.attributes)
  return (
    <>
      <Part title={w.addresses}>
        {addresses.length === 0 && <p className="text-soft">{common.noAddress}</p>}
        <ul className="flex flex-col gap-2">
          {addresses.map((address) => (
            <li key={address} className="flex items-center gap-1">
              <bdi className="min-w-0 grow [overflow-wrap:anywhere]">{address}</bdi>
              <CopyButton text={address} label={w.copyAddress(address)} />
            </li>
          ))}
        </ul>
      </Part>
      <Facts title={w.mayBeWritten}>
        {channelNames.map((channel) => (
          <Fact key={channel} name={<Channel channel={channel} isNamed />}>
            <Consent contact={contact} channel={channel} />
          </Fact>
        ))}
      </Facts>
      {attributes.length > 0 && (
        <Facts title={w.attributes}>
          {attributes.map(([name, value]) => (
            <Fact key={name} name={<bdi>{name}</bdi>}>
              <bdi>{String(value)}</bdi>
            </Fact>
          ))}
        </Facts>
      )}
    </>
  )
}

function Consent({ contact, channel }: { contact: Contact; channel: ChannelName }) {
  const w = useWords(asideWords)
  const common = useWords(words)
  const { suppressed, unsubscribed } = contact
  const address = addressOn(contact, channel)
  const left = unsubscribed[channel]
  if (address === null) return <span className="text-soft">{common.obstacles.noAddress}</span>
  if (suppressed[channel] !== undefined)
    return (
      <Status tone="bad">
        {w.suppressions[suppressed[channel] as keyof typeof w.suppressions] ?? common.obstacles.suppressed}
      </Status>
    )
  if (left !== undefined)
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-1">
        <Status tone="warn">{common.obstacles.unsubscribed}</Status>
        <span className="text-small text-soft">
          <Time at={left} />
        </span>
      </span>
    )
  return <Status tone="good">{w.yes}</Status>
}
