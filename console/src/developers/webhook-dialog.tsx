import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { EventTypePicker } from './event-type-picker.tsx'
import { words } from './webhooks-words.ts'

interface WebhookDialogProps {
  /** Null to create one. */
  endpoint: WebhookEndpoint | null
  onMade?: (endpoint: WebhookEndpointWithSecret) => void
  onClose: () => void
}

export function WebhookDialog({ endpoint, onMade, onClose }: WebhookDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const initial = {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    event_types: endpoint?.event_types ?? ['*'],
  }
  const form = useForm(initial, async ({ url, description, event_types }) => {
    const body = { url: url.trim(), description: description.trim() || null, event_types }
    if (endpoint) {
      await api.webhookEndpoints.update(endpoint.id, body)
      tell(w.saved)
    } else {
      onMade?.(await api.webhookEndpoints.create(body))
    }
    await askAnew(['webhook_endpoints'])
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={endpoint ? w.editTitle : w.createTitle}
      description={w.createDetail}
      action={endpoint ? w.save : w.create}
      isWide
      onClose={onClose}
    >
      <Field label={w.url} hint={w.urlHint} error={form.wrong('url')}>
        <Input
          {...form.text('url')}
          type="url"
          required
          maxLength={2000}
          placeholder="https://shop.example/hooks/samvad"
          autoFocus
        />
      </Field>
      <Field label={w.description} error={form.wrong('description')}>
        <Input {...form.text('description')} maxLength={200} autoComplete="off" />
      </Field>
      <EventTypePicker
        chosen={form.values.event_types}
        error={form.wrong('event_types')}
        onChoose={(event_types) => form.set({ event_types })}
      />
    </FormDialog>
  )
}

/** Shown only once. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const w = useWords(words)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.secretTitle}
      description={w.secretDetail}
      actions={
        <Button look="primary" onPress={onClose}>
          {w.done}
        </Button>
      }
    >
      <Code text={secret} />
    </Dialog>
  )
}
