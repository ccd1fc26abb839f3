import { type FormEvent, useId, useState } from 'react'
import { api } from '../app/api.ts'
import { useChannelNames } from '../app/channel-names.ts'
import { channelNames } from '../app/channels.ts'
import { fieldError, useErrorWords } from '../app/errors.tsx'
import { formTexts } from '../app/form-texts.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import { useChanged } from './data.ts'
import { suppressionWords } from './suppression-words.ts'
import { words } from './words.ts'

export function SuppressionForm({ onClose }: { onClose: () => void }) {
  const w = useWords(suppressionWords)
  const common = useWords(words)
  const channelName = useChannelNames()
  const say = useErrorWords()
  const form = useId()
  const changed = useChanged()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const text = formTexts(event.currentTarget)
    setBusy(true)
    try {
      const body = { channel: text('channel'), address: text('address'), detail: text('detail') || null }
      await api.suppressions.create(body)
      tell(w.suppressedNow)
      void changed('suppressions', 'contacts', 'contact')
      onClose()
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.suppressTitle}
      description={w.suppressDetail}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={form} look="primary" isBusy={isBusy}>
            {w.suppress}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <Field label={common.channel} error={fieldError(error, 'channel')}>
          <Select name="channel">
            {channelNames.map((channel) => (
              <option key={channel} value={channel}>
                {channelName(channel)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={w.address} error={fieldError(error, 'address') ?? (error === null ? null : say(error).title)}>
          <Input name="address" required autoComplete="off" />
        </Field>
        <Field label={w.detail} error={fieldError(error, 'detail')}>
          <Input name="detail" maxLength={500} />
        </Field>
      </form>
    </Dialog>
  )
}
