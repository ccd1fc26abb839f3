import type { Template } from '@samvad/sdk'
import { Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button, buttonLook, IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../design/menu.tsx'
import { useTemplatesChanged } from './data.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { words } from './words.ts'

interface TemplateActsProps {
  template: Template
  values: Readonly<Record<string, string>>
}

/** The actions on a template, by its state and the user's permissions. */
export function TemplateActs({ template, values }: TemplateActsProps) {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const attempt = useAttempt()
  const changed = useTemplatesChanged()
  const [open, setOpen] = useState<'pause' | 'delete' | 'reject' | 'test' | null>(null)
  const { id, name, status, approved_version } = template
  const mayManage = may('templates.manage')
  const mayTest =
    approved_version !== null && may('messages.send') && may('contacts.view') && may('conversations.manage')
  const act = async (what: () => PromiseLike<unknown>, done: string) => {
    await attempt(what, done)
    await changed()
  }
  const remove = async () => {
    await attempt(() => api.templates.delete(id), w.deleted)
    go('templates', { replace: true })
    await changed()
  }
  return (
    <>
      {mayManage && (
        <Menu
          trigger={
            <IconButton label={w.more}>
              <Ellipsis aria-hidden className="size-4" />
            </IconButton>
          }
        >
          {approved_version !== null && status !== 'paused' && (
            <MenuItem icon={<Pause aria-hidden className="size-4" />} onSelect={() => setOpen('pause')}>
              {w.pause}
            </MenuItem>
          )}
          {status === 'paused' && (
            <MenuItem
              icon={<Play aria-hidden className="size-4" />}
              onSelect={() => void act(() => api.templates.resume(id), w.resumed).catch(() => {})}
            >
              {w.resume}
            </MenuItem>
          )}
          {(approved_version !== null || status === 'paused') && <MenuLine />}
          <MenuItem isDanger icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => setOpen('delete')}>
            {w.delete}
          </MenuItem>
        </Menu>
      )}
      {may('templates.approve') && status === 'submitted' && (
        <>
          <Button onPress={() => setOpen('reject')}>{w.reject}</Button>
          <Button onPress={() => act(() => api.templates.approve(id), w.approved)}>{w.approve}</Button>
        </>
      )}
      {mayTest && <Button onPress={() => setOpen('test')}>{w.test}</Button>}
      {mayManage && status !== 'submitted' && status !== 'paused' && (
        <PageLink page={`templates/${id}/edit`} className={buttonLook()}>
          {w.edit}
        </PageLink>
      )}
      {mayManage && (status === 'draft' || status === 'rejected') && (
        <Button look="primary" onPress={() => act(() => api.templates.submit(id), w.submitted)}>
          {w.submit}
        </Button>
      )}
      <Confirm
        isOpen={open === 'pause'}
        onClose={() => setOpen(null)}
        title={w.pauseTitle(name)}
        action={w.pause}
        onConfirm={() => act(() => api.templates.pause(id), w.paused)}
      >
        {w.pauseDetail}
      </Confirm>
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={w.deleteTitle(name)}
        action={w.delete}
        isDanger
        onConfirm={remove}
      >
        {w.deleteDetail}
      </Confirm>
      {open === 'reject' && <RejectDialog template={template} onClose={() => setOpen(null)} />}
      {open === 'test' && <TestDialog template={template} values={values} onClose={() => setOpen(null)} />}
    </>
  )
}
