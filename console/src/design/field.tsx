import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { classes } from './classes.ts'

interface FieldIds {
  id: string
  describedBy: string | undefined
  isWrong: boolean
}

const FieldContext = createContext<FieldIds | null>(null)

interface FieldProps {
  label: ReactNode
  /** What to enter, where the label is not enough. */
  hint?: ReactNode
  /** The error in the value, and how to fix it. */
  error?: ReactNode
  /** The visible label is elsewhere on the page. */
  isLabelHidden?: boolean
  /** The text's length and its limit. */
  count?: { used: number; max: number } | undefined
  className?: string
  children: ReactNode
}

/** The count is shown from this fraction of the limit on. */
const NEARLY_FULL = 0.9

/** A label, one control, its hint and its error, associated for screen readers. */
export function Field({ label, hint, error, isLabelHidden, count, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, isWrong: Boolean(error) }}>
      <div className={classes('flex min-w-0 flex-col gap-1', className)}>
        <span className={classes('flex items-baseline gap-2', isLabelHidden && !count && 'sr-only')}>
          <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'min-w-0 grow font-medium'}>
            {label}
          </label>
          {count && <Count {...count} />}
        </span>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-small text-soft">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="text-small text-bad">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** Shown next to the label; screen readers announce the control's own limit. */
function Count({ used, max }: { used: number; max: number }) {
  return (
    <span
      aria-hidden
      className={classes(
        'figures ms-auto shrink-0 text-small font-normal',
        used > max ? 'text-bad' : used >= max * NEARLY_FULL ? 'text-warn' : 'text-soft',
      )}
    >
      {used}/{max}
    </span>
  )
}

function useFieldAttributes() {
  const field = use(FieldContext)
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isWrong || undefined }
    : {}
}

const CONTROL =
  'w-full min-w-0 rounded-box border border-edge bg-surface px-2.5 text-ink transition-colors hover:border-soft disabled:opacity-60 aria-invalid:border-bad'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} {...rest} className={classes(CONTROL, 'touch h-8', className)} />
}

/** An amount in rupees, with its sign in the field. */
export function AmountInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <span className="relative block">
      <span aria-hidden className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-soft">
        ₹
      </span>
      <Input inputMode="decimal" autoComplete="off" {...rest} className={classes('figures ps-6', className)} />
    </span>
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldAttributes()} {...rest} className={classes(CONTROL, 'min-h-20 py-1.5', className)} />
}

/** The browser's own select: familiar by keyboard, on phones and with screen readers. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <select
      {...useFieldAttributes()}
      {...rest}
      className={classes(CONTROL, 'arrowed touch h-8 truncate pe-7', className)}
    />
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  isLabelHidden?: boolean
}

export function Checkbox({ label, hint, isLabelHidden, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      {/* The label is clickable too: on a phone the box alone would be too small. */}
      <label className="touch flex items-start gap-2 pointer-coarse:items-center">
        <input
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...rest}
          className={classes('size-4 shrink-0 accent-accent', !isLabelHidden && 'mt-0.5 pointer-coarse:mt-0')}
        />
        <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ps-6 text-small text-soft pointer-coarse:-mt-2.5">
          {hint}
        </p>
      )}
    </div>
  )
}
