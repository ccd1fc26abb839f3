import type { Contact, MessageEstimate, NewMessage, Template } from '@samvad/sdk'
import { useState } from 'react'
import { ownOf } from '#kit/own.ts'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { numberOf } from '../app/typed-contact.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { Money } from '../design/money.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './words.ts'

interface TestDialogProps {
  template: Template
  values: Readonly<Record<string, string>>
  onClose: () => void
}

interface Ready {
  contact: Contact
  message: NewMessage
  estimate: MessageEstimate
}

/** Sends one test message to a contact; shows the recipient and the price before sending. */
export function TestDialog({ template, values, onClose }: TestDialogProps) {
  const w = useWords(words)
  const say = useErrorWords()
  const may = useMay()
  const [address, setAddress] = useState('')
  const [ready, setReady] = useState<Ready | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isNobody, setNobody] = useState(false)

  async function find() {
    setError(null)
    setReady(null)
    try {
      const text = address.trim()
      const { data } = await api.contacts.list(text.includes('@') ? { email: text } : { phone_number: numberOf(text) })
      const [contact] = data
      setNobody(!contact)
      if (!contact) return
      const conversation_id = contact.conversation_id ?? (await api.conversations.create({ contact_id: contact.id })).id
      const variables = Object.fromEntries(template.variables.map((name) => [name, ownOf(values, name) ?? '']))
      const message: NewMessage = { conversation_id, channel: template.channel, template_id: template.id, variables }
      setReady({ contact, message, estimate: await api.messages.estimate(message) })
    } catch (refusal) {
      setError(refusal)
    }
  }
  async function send() {
    if (!ready) return
    try {
      await api.messages.send(ready.message)
      tell(w.testSent)
      onClose()
    } catch (refusal) {
      setError(refusal)
    }
  }
  const said = error === null ? null : say(error)
  const isShort = (error as { status?: number } | null)?.status === 402
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.testTitle}
      description={w.testDetail}
      actions={
        ready && (
          <Button look="primary" onPress={send}>
            {w.testNow}
          </Button>
        )
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <Field label={w.testTo} hint={w.testToHint} error={isNobody ? w.testNobody : null}>
          <span className="flex gap-2">
            <Input
              aria-label={w.testTo}
              value={address}
              onChange={({ target }) => {
                setAddress(target.value)
                setReady(null)
              }}
            />
            <Button onPress={find}>{w.testFind}</Button>
          </span>
        </Field>
        {ready && (
          <p role="status">
            <bdi className="font-medium">{ready.contact.display_name ?? address}</bdi> · {w.testCost}{' '}
            <Money amount={ready.estimate.total} />
          </p>
        )}
        {said && (
          <p role="alert" className="text-bad">
            {said.title}. {said.detail}
          </p>
        )}
        {isShort && may('wallet.recharge') && (
          <PageLink page="billing/recharge" className={buttonLook()}>
            {w.recharge}
          </PageLink>
        )}
      </form>
    </Dialog>
  )
}
