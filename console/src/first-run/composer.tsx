import type { Channel, Message } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay, useSession } from '../app/session.ts'
import { numberOf } from '../app/typed-contact.ts'
import { Button } from '../design/button.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { Wrong } from '../design/form.tsx'
import { Money } from '../design/money.tsx'
import { words as designWords } from '../design/words.ts'
import {
  type Attempt,
  type FirstChannel,
  firstChannels,
  newAttempt,
  type Recipient,
  sendFirst,
  usePrice,
} from './data.ts'
import { KnownContacts } from './known-contacts.tsx'
import { words } from './words.ts'

/** Of somebody whom the sandbox stands in for. */
const EXAMPLE_EMAIL = 'ravi@customer.example'
const EXAMPLE_NUMBER = '+919876543210'

interface ComposerProps {
  inSandbox: ReadonlySet<Channel>
  hasSent: boolean
  onSent: (recipient: Recipient, message: Message) => void
}

/** Where it really leaves to oneself, in the sandbox to a customer; unless somebody else is entered. */
export function Composer({ inSandbox, hasSent, onSent }: ComposerProps) {
  const w = useWords(words)
  const { channels } = useWords(designWords)
  const { user } = useSession()
  const may = useMay()
  const client = useQueryClient()
  // The keys of what is being sent: others once it is sent, or is another message.
  const attempt = useRef<{ of: string; keys: Attempt } | null>(null)
  const form = useForm(
    {
      channel: 'email' as FirstChannel,
      name: inSandbox.has('email') ? w.exampleName : user.display_name,
      email: inSandbox.has('email') ? EXAMPLE_EMAIL : user.email,
      phone: inSandbox.has('sms') || inSandbox.has('app') ? EXAMPLE_NUMBER : '',
      subject: w.helloSubject,
      text: w.helloText,
    },
    async ({ channel, name, email, phone, subject, text }) => {
      const address = channel === 'email' ? email.trim() : numberOf(phone)
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
  const { data: price } = usePrice(channel, text)
  // Where the app is real, or one may make no template, its first word is one that was approved, in the inbox.
  const isTemplateMade = inSandbox.has('app') && may('templates.manage')
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
            {firstChannels.map((one) => (
              <option key={one} value={one}>
                {channels[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={w.name} error={form.wrong('display_name')}>
          <Input {...form.text('name')} required autoComplete="off" />
        </Field>
      </div>
      {channel === 'email' ? (
        <Field label={w.email} hint={inSandbox.has('email') && w.sandboxHint} error={form.wrong('email')}>
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
      {channel === 'email' && (
        <Field label={w.subject} error={form.wrong('subject')}>
          <Input {...form.text('subject')} autoComplete="off" />
        </Field>
      )}
      {channel === 'app' && !isTemplateMade ? (
        <AppElsewhere />
      ) : (
        <Field label={w.text} hint={channel === 'app' && w.appHint} error={form.wrong('text')}>
          <TextArea {...form.text('text')} required />
        </Field>
      )}
      <Wrong error={form.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look={hasSent ? 'plain' : 'primary'}
          isBusy={form.isBusy}
          disabled={channel === 'app' && !isTemplateMade}
        >
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

/** Where the first word of the app is written instead. */
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
