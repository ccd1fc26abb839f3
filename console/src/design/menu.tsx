import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { isFocusNowhere } from './focus.ts'

const POPUP =
  'z-70 max-h-(--available-height) min-w-44 overflow-y-auto rounded-box border border-line bg-raised py-1 shadow-float outline-none animate-appear'
const ITEM =
  'touch flex min-h-8 w-full items-center gap-2 px-3 py-1 outline-none data-disabled:opacity-50 data-highlighted:bg-hover'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** For a menu that is rendered when it is opened. */
  isOpenAtFirst?: boolean
  /** The side of the button at which the menu is aligned. */
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, isOpenAtFirst, align = 'end', children }: MenuProps) {
  return (
    <Base.Root defaultOpen={isOpenAtFirst ?? false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-70">
          <Base.Popup className={POPUP} finalFocus={isLeft}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The chosen action may have moved the focus to where the user continues. Otherwise it returns to the button. */
const isLeft = (): boolean => isFocusNowhere() || document.activeElement?.closest('[role=menu]') !== null

interface MenuItemProps {
  icon?: ReactNode
  shortcut?: string
  isDanger?: boolean
  isDisabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, shortcut, isDanger, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={classes(ITEM, isDanger && 'text-bad')} disabled={isDisabled ?? false} onClick={onSelect}>
      {icon}
      <span className="grow">{children}</span>
      {shortcut && <kbd className="font-sans text-small text-soft">{shortcut}</kbd>}
    </Base.Item>
  )
}

export const MenuLine = () => <Base.Separator className="my-1 border-t border-line" />
