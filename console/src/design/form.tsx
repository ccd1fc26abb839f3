import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useErrorWords } from '../app/errors.tsx'
import type { Submitted } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { words } from './words.ts'

/** The reason of a failure, next to the submit button. */
export function Wrong({ error, fields }: { error: unknown; fields?: ReadonlySet<string> }) {
  const wordsOf = useErrorWords()
  if (!error) return null
  const { title, detail } = wordsOf(error, fields)
  return (
    <div role="alert" className="flex items-start gap-2 rounded-box bg-bad-tint px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {detail && <p>{detail}</p>}
      </div>
    </div>
  )
}

interface FormPanelProps {
  form: Submitted
  /** The action as a verb. */
  action: string
  /** Next to that button. */
  more?: ReactNode
  children: ReactNode
}

/** A form within a page. */
export function FormPanel({ form, action, more, children }: FormPanelProps) {
  return (
    <form onSubmit={form.onSubmit} className="flex max-w-xl flex-col gap-4">
      {children}
      <Wrong error={form.error} fields={form.fields} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}

interface FormDialogProps {
  form: Submitted
  action: string
  isDanger?: boolean
  title: ReactNode
  description?: ReactNode
  isWide?: boolean
  isSheet?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal form, open while it is rendered. */
export function FormDialog({ form, action, isDanger, onClose, children, ...rest }: FormDialogProps) {
  const w = useWords(words)
  const id = useId()
  return (
    <Dialog
      {...rest}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{w.cancel}</Button>
          <Button type="submit" form={id} look={isDanger ? 'danger' : 'primary'} isBusy={form.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={form.onSubmit} className="flex flex-col gap-4">
        {children}
        <Wrong error={form.error} fields={form.fields} />
      </form>
    </Dialog>
  )
}
