import type { DeviceEntry, Message } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Mail, Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { channelOf } from '../app/channels.ts'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useRefresh } from '../app/queries.ts'
import { Button } from '../design/button.tsx'
import { Spinner } from '../design/spinner.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { AnswerForm } from './answer-form.tsx'
import { type Recipient, useDevice } from './data.ts'
import { words } from './words.ts'

interface DeviceViewProps {
  recipient: Recipient
  message: Message
  onArrived: () => void
}

const ARRIVED = ['sent', 'delivered', 'read']

/** The recipient's mailbox or phone in the sandbox. */
export function DeviceView({ recipient, message, onArrived }: DeviceViewProps) {
  const w = useWords(words)
  const device = useDevice(recipient)
  useRefresh(['message.*'], [['first_message']])
  const { data = message } = useQuery({
    queryKey: ['first_message', message.id],
    queryFn: () => api.messages.retrieve(message.id),
  })
  const entries = device?.entries.filter(({ channel }) => channel === recipient.channel) ?? []
  const isThere = device
    ? entries.some(({ message_id }) => message_id === message.id)
    : ARRIVED.includes(data.status ?? '')
  const tell = useEffectEvent(onArrived)
  useEffect(() => {
    if (isThere) tell()
  }, [isThere])
  const isMail = channelOf(recipient.channel)?.isMail === true
  const Icon = isMail ? Mail : Smartphone
  const name = isMail ? w.mailbox : w.phoneDevice
  return (
    <section
      aria-label={name}
      className={`overflow-hidden border border-line bg-surface ${isMail ? 'rounded-box' : 'mx-auto max-w-xs rounded-[1.25rem] border-4'}`}
    >
      <header className="flex items-center gap-2 border-b border-line px-4 py-2">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 grow truncate">
          <span className="font-medium">{name}</span> <span className="text-soft">{recipient.address}</span>
        </span>
      </header>
      {/* Scrolls from its end, so that the latest entry is visible. Focusable, to scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={w.arrives} className="flex max-h-80 min-h-40 flex-col-reverse overflow-y-auto">
        <div role="log" aria-label={w.arrives} className="flex grow flex-col gap-3 p-4">
          {entries.map((entry) => (
            // A template as the contact reads it.
            <Entry
              key={entry.id}
              entry={entry.message_id === data.id ? { ...entry, text: data.text ?? entry.text } : entry}
            />
          ))}
          {!isThere && <OnItsWay message={data} hasDevice={device !== null} />}
          {isThere && device === null && <p className="text-soft">{w.noDevice}</p>}
        </div>
      </section>
      {isThere && device && <AnswerForm recipient={recipient} subject={message.subject} />}
    </section>
  )
}

function OnItsWay({ message, hasDevice }: { message: Message; hasDevice: boolean }) {
  const w = useWords(words)
  const explained = useExplanation()
  const { status, error } = message
  if (status === 'failed' || status === 'undelivered')
    return (
      <p role="alert" className="text-bad wrap-anywhere">
        {w.statuses[status]} {error && explained(error.detail, error.details)}
      </p>
    )
  return (
    <p role="status" className="flex items-center gap-2 text-soft">
      <Spinner />
      {hasDevice ? w.onItsWay : (w.statuses[status ?? ''] ?? w.onItsWay)}
    </p>
  )
}

function Entry({ entry }: { entry: DeviceEntry }) {
  const w = useWords(words)
  const act = useAct()
  const isReceived = entry.side === 'received'
  const { delivery_id, status } = entry
  const say = () =>
    act(
      () => api.sandbox.receipts.create({ delivery_id: delivery_id as string, status: 'delivered' }),
      ['first_device'],
      ['first_message'],
    )
  return (
    <article
      className={`max-w-[85%] rounded-box px-3 py-2 wrap-anywhere ${isReceived ? 'self-start bg-hover' : 'self-end bg-selected'}`}
    >
      {entry.subject && <p className="font-medium">{entry.subject}</p>}
      {entry.text && <p className="whitespace-pre-wrap">{entry.text}</p>}
      <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-soft">
        <Time at={entry.at} />
        {isReceived && status && (
          <Status tone={status === 'delivered' || status === 'read' ? 'good' : 'neutral'}>
            {w.statuses[status] ?? status}
          </Status>
        )}
      </p>
      {isReceived && status === 'sent' && delivery_id && (
        <Button look="quiet" icon={<CheckCheck aria-hidden className="size-4" />} onPress={say}>
          {w.sayDelivered}
        </Button>
      )}
    </article>
  )
}
