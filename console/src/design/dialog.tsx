import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { useFinalFocus } from './focus.ts'
import { words } from './words.ts'

const BACKDROP = 'fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]'
const POPUP =
  'fixed z-50 flex flex-col bg-raised [--ground:var(--color-raised)] shadow-float animate-appear outline-none'
const CENTRED = 'inset-x-3 top-[10vh] mx-auto max-h-[80vh] max-w-lg rounded-box sm:inset-x-0 data-[wide=true]:max-w-3xl'
const AT_THE_SIDE = 'inset-y-0 end-0 w-full max-w-md border-s border-line data-[wide=true]:max-w-3xl'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The buttons, the primary one last. */
  actions?: ReactNode
  isWide?: boolean
  /** At the side, in full height: for details of the page underneath. */
  isSheet?: boolean
  children?: ReactNode
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, description, actions, isWide, isSheet, children }: DialogProps) {
  const w = useWords(words)
  const finalFocus = useFinalFocus(isOpen)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={classes(POPUP, isSheet ? AT_THE_SIDE : CENTRED)}
          data-wide={isWide}
          finalFocus={finalFocus}
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 grow">
              <Base.Title className="text-lead font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label={w.close} className="-me-2 -mt-1" />}>
              <X aria-hidden className="size-4" />
            </Base.Close>
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface ConfirmProps {
  isOpen: boolean
  onClose: () => void
  /** The question: "Delete Ravi Kumar?" */
  title: ReactNode
  /** The consequences, including for money, and that the action cannot be undone. */
  children: ReactNode
  /** The action as a verb. */
  action: string
  isDanger?: boolean
  /** The label of the button that changes nothing, where "Cancel" could be mistaken for the action. */
  keep?: string
  onConfirm: () => unknown
}

/**
 * Asks for confirmation of an irreversible action. Its texts and action stay as they were when it opened, even if the
 * data changes before it closes: agreeing to "Cancel import" does not delete an import that has completed in the
 * meantime.
 */
export function Confirm({ isOpen, onClose, ...given }: ConfirmProps) {
  const w = useWords(words)
  const [{ wasOpen, asked }, setAsked] = useState({ wasOpen: isOpen, asked: given })
  if (isOpen !== wasOpen) setAsked({ wasOpen: isOpen, asked: isOpen ? given : asked })
  const { title, children, action, isDanger, keep, onConfirm } = asked
  const finalFocus = useFinalFocus(isOpen)
  return (
    <BaseAlert.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className={BACKDROP} />
        <BaseAlert.Popup className={classes(POPUP, CENTRED, 'p-5')} finalFocus={finalFocus}>
          <BaseAlert.Title className="text-lead font-semibold">{title}</BaseAlert.Title>
          <BaseAlert.Description render={<div className="mt-2 text-soft" />}>{children}</BaseAlert.Description>
          <footer className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onPress={onClose}>{keep ?? w.cancel}</Button>
            <Button
              look={isDanger ? 'danger' : 'primary'}
              onPress={async () => {
                await onConfirm()
                onClose()
              }}
            >
              {action}
            </Button>
          </footer>
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  )
}
