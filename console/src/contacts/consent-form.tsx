import type { Contact } from '@samvad/sdk'
import { type FormEvent, useId, useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useChannelNames } from '../app/channel-names.ts'
import { addressOn, channelNames } from '../app/channels.ts'
import { formTexts } from '../app/form-texts.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { consentWords } from './consent-words.ts'
import { useChanged } from './data.ts'
import { words } from './words.ts'

/** Records a contact's consent permanently. */
export function ConsentForm({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const w = useWords(consentWords)
  const common = useWords(words)
  const channelName = useChannelNames()
  const form = useId()
  const attempt = useAttempt()
  const changed = useChanged()
  const [isBusy, setBusy] = useState(false)
  const first = channelNames.find((channel) => addressOn(contact, channel) !== null)
  async function note(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const text = formTexts(event.currentTarget)
    setBusy(true)
    const body = { channel: text('channel'), status: text('status'), text: text('text') || null } as const
    try {
      await attempt(() => api.contacts.consents.create(contact.id, body), w.noted)
      void changed('contact', 'contacts', 'consents')
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.noteTitle}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy}>
            {w.note}
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-4" onSubmit={(event) => void note(event)}>
        <Field label={common.channel}>
          <Select name="channel" defaultValue={first}>
            {channelNames.map((channel) => (
              <option key={channel} value={channel}>
                {channelName(channel)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={w.noteStatus}>
          <Select name="status">
            <option value="granted">{w.granted}</option>
            <option value="revoked">{w.revoked}</option>
          </Select>
        </Field>
        <Field label={w.noteText} hint={w.noteTextHint}>
          <Input name="text" maxLength={500} />
        </Field>
      </form>
    </Dialog>
  )
}
