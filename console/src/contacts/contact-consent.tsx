import type { Contact } from '@samvad/sdk'
import { useState } from 'react'
import { addressOn, type ChannelName, channelNames, channelOf } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Channel, Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { ConsentForm } from './consent-form.tsx'
import { consentWords } from './consent-words.ts'
import { useConsents, useNames } from './data.ts'
import { words } from './words.ts'

/** A contact's consent per channel, and its history, newest first. */
export function ContactConsent({ contact }: { contact: Contact }) {
  const w = useWords(consentWords)
  const may = useMay()
  const [isNoting, setNoting] = useState(false)
  return (
    <Section
      title={w.consent}
      description={w.consentDetail}
      actions={may('contacts.manage') && <Button onPress={() => setNoting(true)}>{w.note}</Button>}
    >
      <ul className="mb-4 grid gap-2 sm:grid-cols-3">
        {channelNames.map((channel) => (
          <li key={channel} className="flex flex-col gap-1 rounded-box border border-line bg-surface px-3 py-2">
            <Channel channel={channel} isNamed />
            <span className="flex flex-wrap items-center gap-2">
              <ChannelState contact={contact} channel={channel} />
            </span>
          </li>
        ))}
      </ul>
      <h3 className="mb-2 font-medium">{w.history}</h3>
      <History id={contact.id} />
      {isNoting && <ConsentForm contact={contact} onClose={() => setNoting(false)} />}
    </Section>
  )
}

function ChannelState({ contact, channel }: { contact: Contact; channel: ChannelName }) {
  const w = useWords(consentWords)
  const common = useWords(words)
  const since = contact.unsubscribed[channel]
  if (since !== undefined)
    return (
      <>
        <Status tone="warn">{common.unsubscribedSince}</Status>
        <span className="text-small text-soft">
          <Time at={since} />
        </span>
      </>
    )
  if (contact.suppressed[channel]) return <Status tone="bad">{common.suppressed}</Status>
  if (addressOn(contact, channel) === null) return <Status>{w.noAddress}</Status>
  if (channelOf(channel)?.stopsMarketing && contact.marketing_stopped_at !== null)
    return (
      <>
        <Status tone="good">{w.mayWrite}</Status>
        <Status tone="warn">{w.noMarketing}</Status>
        <span className="text-small text-soft">
          <Time at={contact.marketing_stopped_at} />
        </span>
      </>
    )
  return <Status tone="good">{w.mayWrite}</Status>
}

function History({ id }: { id: string }) {
  const w = useWords(consentWords)
  const { nameOf } = useNames()
  const list = useConsents(id)
  return (
    <Panel>
      <Listed list={list} empty={<p className="px-3 py-4 text-soft">{w.noHistory}</p>}>
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map(({ id: consentId, channel, status, source, scope, text, import_row, user_id, created_at }) => (
              <li key={consentId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
                <Channel channel={channel} isNamed />
                <Status tone={status === 'granted' ? 'good' : 'warn'}>
                  {status === 'granted' ? w.granted : w.revoked}
                </Status>
                {scope === 'marketing' && <span className="text-small text-soft">{w.ofMarketing}</span>}
                <span className="min-w-0 grow break-words">
                  {import_row ? w.importRow(import_row) : text !== null && <bdi>{text}</bdi>}{' '}
                  <span className="text-soft">
                    {w.sources[source as keyof typeof w.sources] ?? source}
                    {user_id !== null && nameOf(user_id) !== null && ` · ${nameOf(user_id)}`}
                  </span>
                </span>
                <span className="text-small text-soft">
                  <Time at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Panel>
  )
}
