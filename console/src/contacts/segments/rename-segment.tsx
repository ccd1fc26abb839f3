import type { Segment } from '@samvad/sdk'
import { api } from '../../app/api.ts'
import { useForm } from '../../app/form.ts'
import { useWords } from '../../app/language.tsx'
import { Field, Input } from '../../design/field.tsx'
import { FormDialog } from '../../design/form.tsx'
import { tell } from '../../design/toast.tsx'
import { useChanged } from '../data.ts'
import { words } from '../words.ts'
import { segmentPageWords } from './words.ts'

const NAME_MAX = 200

export function RenameSegment({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const w = useWords(segmentPageWords)
  const common = useWords(words)
  const changed = useChanged()
  const form = useForm({ name: segment.name }, async ({ name }) => {
    await api.segments.update(segment.id, { name: name.trim() })
    await changed('segment', 'segments')
    tell(common.saved)
    onClose()
  })
  return (
    <FormDialog form={form} action={w.rename} title={w.renameTitle} onClose={onClose}>
      <Field label={common.name} error={form.wrong('name')}>
        <Input {...form.text('name')} required maxLength={NAME_MAX} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
