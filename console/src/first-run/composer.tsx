import type { Channel, Message } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChannelNames } from '../app/channel-names.ts'
import { type ChannelName, channelNames, channelOf } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay, useSession } from '../app/session.ts'
import { numberOf } from '../app/typed-contact.ts'
import { Button } from '../design/button.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { Wrong } from '../design/form.tsx'
import { Money } from '../design/money.tsx'
import { type Attempt, newAttempt, type Recipient, sendFirst, usePrice } from './data.ts'
import { KnownContacts } from './known-contacts.tsx'
import { words } from './words.ts'

/** An example contact of the sandbox. */
const EXAMPLE_EMAIL = 'ravi@customer.example'
const EXAMPLE_NUMBER = '+919876543210'

interface ComposerProps {
  inSandbox: ReadonlySet<Channel>
  hasSent: boolean
  onSent: (recipient: Recipient, message: Message) => void
}

/** With a real channel the default recipient is the user; in the sandbox an example customer. */
export function Composer({ inSandbox, hasSent, onSent }: ComposerProps) {
  const w = useWords(words)
  const channelName = useChannelNames()
  const { user } = useSession()
  const may = useMay()
  const client = useQueryClient()
  // Idempotency keys of the current message; new ones after it was sent or changed.
  const attempt = useRef<{ of: string; keys: Attempt } | null>(null)
  const mail = channelNames.find((one) => channelOf(one)?.isMail)
  const isMailInSandbox = mail !== undefined && inSandbox.has(mail)
  const form = useForm(
    {
      channel: channelNames[0] as ChannelName,
      name: isMailInSandbox ? w.exampleName : user.display_name,
      email: isMailInSandbox ? EXAMPLE_EMAIL : user.email,
      phone: channelNames.some((one) => !channelOf(one)?.isMail && inSandbox.has(one)) ? EXAMPLE_NUMBER : '',
      subject: w.helloSubject,
      text: w.helloText,
    },
    async ({ channel, name, email, phone, subject, text }) => {
      const address = channelOf(channel)?.isMail ? email.trim() : numberOf(phone)
      const recipient = { channel, name: name.trim(), address }
      const of = JSON.stringify([recipient, subject, text])
      if (attempt.current?.of !== of) attempt.current = { of, keys: newAttempt() }
      const message = await sendFirst(recipient, { subject, text }, attempt.current.keys)
      attempt.current = null
      void client.invalidateQueries({ queryKey: ['balance'] })
      onSent(recipient, message)
    },
  )
  const { channel, text } = form.values
  const isMail = channelOf(channel)?.isMail === true
  const { data: price } = usePrice(channel, text)
  // On channels with sessions the first message is an approved template. The inbox sends it when the sandbox cannot
  // approve one, or the user may not create templates.
  const hasSession = channelOf(channel)?.hasSession === true
  const isElsewhere = hasSession && !(inSandbox.has(channel) && may('templates.manage'))
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <KnownContacts
        channel={channel}
        onChoose={(contact) =>
          form.set({
            name: contact?.display_name ?? '',
            email: contact?.email ?? '',
            phone: contact?.phone_number ?? '',
          })
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={w.channel}>
          <Select {...form.text('channel')}>
            {channelNames.map((one) => (
              <option key={one} value={one}>
                {channelName(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={w.name} error={form.wrong('display_name')}>
          <Input {...form.text('name')} required autoComplete="off" />
        </Field>
      </div>
      {isMail ? (
        <Field label={w.email} hint={inSandbox.has(channel) && w.sandboxHint} error={form.wrong('email')}>
          <Input {...form.text('email')} type="email" required autoComplete="off" />
        </Field>
      ) : (
        <Field
          label={w.phone}
          hint={inSandbox.has(channel) ? w.sandboxHint : w.phoneHint}
          error={form.wrong('phone_number')}
        >
          <Input {...form.text('phone')} type="tel" required autoComplete="off" placeholder={EXAMPLE_NUMBER} />
        </Field>
      )}
      {isMail && (
        <Field label={w.subject} error={form.wrong('subject')}>
          <Input {...form.text('subject')} autoComplete="off" />
        </Field>
      )}
      {isElsewhere ? (
        <AppElsewhere />
      ) : (
        <Field label={w.text} hint={hasSession && w.appHint} error={form.wrong('text')}>
          <TextArea {...form.text('text')} required />
        </Field>
      )}
      <Wrong error={form.error} fields={form.fields} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look={hasSent ? 'plain' : 'primary'} isBusy={form.isBusy} disabled={isElsewhere}>
          {hasSent ? w.sendAgain : w.send}
        </Button>
        {price && (
          <span className="text-soft">
            {w.costs} <Money amount={price.total} />
          </span>
        )}
      </div>
    </form>
  )
}

/** A hint where app messages are written instead. */
function AppElsewhere() {
  const w = useWords(words)
  return (
    <p>
      {w.appElsewhere}{' '}
      <PageLink page="templates" className="text-accent underline">
        {w.toTemplates}
      </PageLink>{' '}
      <PageLink page="inbox" className="text-accent underline">
        {w.toInbox}
      </PageLink>
    </p>
  )
}
