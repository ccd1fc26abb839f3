// Toasts: the result of an action, with undo where possible, or its failure.

import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { IconButton } from './button.tsx'
import { words } from './words.ts'

const manager = Base.createToastManager()
const SHOWN_MS = 6000

interface Told {
  detail?: ReactNode
  isBad?: boolean
  /** Undoes the action while the toast is shown. */
  undo?: { label: string; onPress: () => void }
}

export function tell(title: ReactNode, { detail, isBad, undo }: Told = {}): void {
  const id = manager.add({
    title,
    description: detail,
    type: isBad ? 'bad' : 'plain',
    timeout: SHOWN_MS,
    priority: isBad ? 'high' : 'low',
    ...(undo && {
      actionProps: {
        children: undo.label,
        onClick: () => {
          manager.close(id)
          undo.onPress()
        },
      },
    }),
  })
}

export function Toasts({ children }: { children: ReactNode }) {
  const w = useWords(words)
  return (
    <Base.Provider toastManager={manager} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport
          aria-label={w.notifications}
          // To the right of the navigation, whose end has balance and account. On a phone below the page, because the
          // composer's Send button is at the end of the page and the page's actions at its top.
          className="relative z-60 flex shrink-0 flex-col gap-2 not-empty:p-2 md:fixed md:start-55 md:bottom-1 md:w-96"
        >
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const w = useWords(words)
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      // A dialog by its role, but not modal: shortcuts still apply to the page.
      data-toast
      // The library hides urgent toasts and all dismiss buttons from screen readers, but not from the keyboard, and
      // announces a copy of the message.
      aria-hidden={false}
      aria-live={toast.priority === 'high' ? 'off' : undefined}
      className="flex animate-appear items-center gap-2 rounded-box border border-line bg-raised py-2 ps-3 pe-1 shadow-float"
    >
      <Base.Content className="min-w-0 grow">
        <Base.Title className={toast.type === 'bad' ? 'font-medium text-bad' : 'font-medium'} />
        <Base.Description className="text-small text-soft" />
      </Base.Content>
      <Base.Action className="touch-small h-8 whitespace-nowrap rounded-box px-2 font-medium text-accent hover:bg-hover" />
      <Base.Close aria-hidden={false} render={<IconButton label={w.dismiss} />}>
        <X aria-hidden className="size-4" />
      </Base.Close>
    </Base.Root>
  ))
}
