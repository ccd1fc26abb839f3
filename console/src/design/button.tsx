import { type ComponentProps, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border border-edge bg-surface hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-bad text-on-bad hover:opacity-90',
}

const SHAPE =
  'touch-small inline-flex h-8 items-center justify-center gap-1.5 rounded-box px-3 font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-50'

/** The same look for a link: `<Link className={buttonLook('plain')}>`. */
export const buttonLook = (look: Look = 'plain', more?: string): string => classes(SHAPE, LOOKS[look], more)

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  look?: Look
  icon?: ReactNode
  /** The action. While its promise is pending the button is busy and ignores further presses. */
  onPress?: () => unknown
  isBusy?: boolean
}

/** A button performs an action; navigation is a link. */
export function Button({ look = 'plain', icon, onPress, isBusy, className, children, ...rest }: ButtonProps) {
  const [isUnderWay, setUnderWay] = useState(false)
  const isWaiting = isBusy || isUnderWay
  const press = () => {
    // Stays focusable while busy, so that keyboard users keep their place.
    if (isWaiting) return
    const outcome = onPress?.()
    if (!(outcome instanceof Promise)) return
    setUnderWay(true)
    void outcome.catch(() => {}).finally(() => setUnderWay(false))
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isWaiting || undefined}
      aria-disabled={isWaiting || undefined}
      className={buttonLook(look, className)}
      onClick={(event) => {
        if (isWaiting) event.preventDefault()
        else press()
      }}
    >
      {isWaiting ? <Spinner /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** The keyboard shortcut shown next to the label. */
  shortcut?: string
}

/** A button with only an icon. */
export function IconButton({ label, shortcut, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      {...rest}
      className={classes(
        'touch-small inline-flex size-8 items-center justify-center rounded-box text-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-50 aria-pressed:text-accent',
        className,
      )}
    />
  )
}
