import type { Template } from '@samvad/sdk'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { useTemplatesChanged } from './data.ts'
import { words } from './words.ts'

export function RejectDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const w = useWords(words)
  const attempt = useAttempt()
  const changed = useTemplatesChanged()
  const [reason, setReason] = useState('')
  const reject = async () => {
    await attempt(() => api.templates.reject(template.id, { reason: reason.trim() }), w.rejected)
    await changed()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.rejectTitle(template.name)}
      actions={
        <Button look="danger" disabled={reason.trim() === ''} onPress={reject}>
          {w.reject}
        </Button>
      }
    >
      <Field label={w.rejectReason}>
        <TextArea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </Dialog>
  )
}
