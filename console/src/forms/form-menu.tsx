import { Copy, Ellipsis, History, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import type { FormDraft } from './data.ts'
import { publishWords } from './publish-words.ts'
import { Versions } from './versions.tsx'
import { words } from './words.ts'

const SIGN = 'size-4'

/** Rename, versions, duplicate and delete. */
export function FormMenu({ draft }: { draft: FormDraft }) {
  const w = useWords(words)
  const p = useWords(publishWords)
  const go = useGo()
  const attempt = useAttempt()
  const { form } = draft
  const [asked, setAsked] = useState<'rename' | 'versions' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const duplicate = async () => {
    await draft.flush()
    const body = { name: w.copyOf(form.name).slice(0, NAME_MAX) }
    const made = await attempt(() => api.forms.duplicate(form.id, body), w.duplicated)
    go(`forms/${made.id}`)
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={w.more}>
            <Ellipsis aria-hidden className={SIGN} />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden className={SIGN} />} onSelect={() => setAsked('rename')}>
          {w.rename}
        </MenuItem>
        {form.version !== null && (
          <MenuItem icon={<History aria-hidden className={SIGN} />} onSelect={() => setAsked('versions')}>
            {p.versions}
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden className={SIGN} />} onSelect={() => void duplicate().catch(() => {})}>
          {w.duplicate}
        </MenuItem>
        <MenuLine />
        <MenuItem isDanger icon={<Trash2 aria-hidden className={SIGN} />} onSelect={() => setAsked('delete')}>
          {w.delete}
        </MenuItem>
      </Menu>
      {asked === 'rename' && <Rename draft={draft} onClose={close} />}
      {asked === 'versions' && <Versions draft={draft} onClose={close} />}
      <Confirm
        isOpen={asked === 'delete'}
        onClose={close}
        title={w.deleteTitle(form.name)}
        action={w.delete}
        isDanger
        onConfirm={async () => {
          await attempt(() => api.forms.delete(form.id), w.deleted)
          go('forms', { replace: true })
        }}
      >
        {w.deleteDetail(form.submission_count)}
      </Confirm>
    </>
  )
}

const NAME_MAX = 200

function Rename({ draft, onClose }: { draft: FormDraft; onClose: () => void }) {
  const w = useWords(words)
  const rename = useForm({ name: draft.written.name }, async ({ name }) => {
    draft.change({ name })
    onClose()
  })
  return (
    <FormDialog form={rename} title={w.renameTitle} action={w.renameAction} onClose={onClose}>
      <Field label={w.name} hint={w.nameHint}>
        <Input {...rename.text('name')} required dir="auto" autoComplete="off" maxLength={NAME_MAX} />
      </Field>
    </FormDialog>
  )
}
