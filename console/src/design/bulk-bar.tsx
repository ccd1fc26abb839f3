import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Dialog } from './dialog.tsx'
import { grouped } from './rupees.ts'
import { words } from './words.ts'

interface BulkBarProps {
  /** The number of selected rows; at 0 the bar exists only for screen readers. */
  count: number
  /** A text shown instead, such as progress. */
  said?: string | null
  onClear: () => void
  /** Before the count: the checkbox for all shown rows. */
  all?: ReactNode
  /** The actions. */
  children: ReactNode
  className?: string
}

/** Shown above a list while rows are selected. */
export function BulkBar({ count, said, onClear, all, children, className }: BulkBarProps) {
  const w = useWords(words)
  const isShown = count > 0 || (said ?? null) !== null
  return (
    <div
      className={
        isShown
          ? classes(
              'flex flex-wrap items-center gap-x-2 gap-y-1 rounded-box border border-line bg-selected px-3 py-1.5',
              className,
            )
          : 'sr-only'
      }
    >
      {isShown && all}
      {/* Always rendered: otherwise screen readers would not announce the first selection. */}
      <span role="status" className="figures grow px-1 font-medium whitespace-nowrap">
        {said ?? (count > 0 ? w.selected(grouped(count)) : '')}
      </span>
      {count > 0 && (
        <>
          {children}
          <IconButton label={w.unselect} onClick={onClear}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </>
      )}
    </div>
  )
}

interface BoxProps {
  id?: string
  label: string
  isOn: boolean
  onToggle: (withShift: boolean) => void
  onFocus?: () => void
  className?: string | undefined
}

/** Selects a row, with shift a range from the last one. On a phone the area around the box reacts too: 44 px. */
export const SelectBox = ({ id, label, isOn, onToggle, onFocus, className }: BoxProps) => (
  <label className="inline-flex align-middle pointer-coarse:-m-3.5 pointer-coarse:p-3.5">
    <input
      id={id}
      type="checkbox"
      aria-label={label}
      className={classes('size-4 accent-accent', className)}
      checked={isOn}
      onFocus={onFocus}
      // Change events do not contain the shift key.
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  </label>
)

interface NotDoneProps {
  /** Each failed object with the reason: the error, or a specific text. */
  failed: readonly { key: string; name: string; error: unknown; said?: string | null }[]
  onClose: () => void
}

/** The objects for which a bulk action failed. */
export function NotDoneDialog({ failed, onClose }: NotDoneProps) {
  const w = useWords(words)
  const say = useErrorWords()
  return (
    <Dialog
      isOpen={failed.length > 0}
      onClose={onClose}
      title={w.someFailed(grouped(failed.length))}
      description={w.someFailedDetail}
      actions={<Button onPress={onClose}>{w.close}</Button>}
    >
      <ul className="flex flex-col divide-y divide-line">
        {failed.map(({ key, name, error, said }) => (
          <li key={key} className="py-2">
            <bdi className="font-medium">{name}</bdi>
            <p className="text-small text-bad">{said ?? say(error).title}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
