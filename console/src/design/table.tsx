import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '../app/language.tsx'
import { classes } from './classes.ts'
import { alongRows } from './found.tsx'
import { words } from './words.ts'

/** A table that scrolls horizontally when it is too wide. `label`: its content. */
export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    // Focusable, to scroll by keyboard. Content for screen readers only lies inside, because it would widen the page
    // otherwise.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links within
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      className="sideways relative overflow-x-auto rounded-box"
      onKeyDown={alongRows}
    >
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{label}</caption>
        <thead className="text-small text-soft">
          <tr className="border-b border-line">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

interface CellProps extends ComponentProps<'td'> {
  /** Numbers, aligned at the end of the column. */
  isFigure?: boolean
}

export function Head({ isFigure, className, ...rest }: CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes('h-9 px-3 font-medium whitespace-nowrap', isFigure ? 'text-end' : 'text-start', className)}
    />
  )
}

/** The heading of the actions column, visually hidden. */
export function ActionsHead() {
  const w = useWords(words)
  return (
    <Head>
      <span className="sr-only">{w.actions}</span>
    </Head>
  )
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classes('border-b border-line last:border-0 hover:bg-hover', className)} />
}

export function Cell({ isFigure, className, ...rest }: CellProps) {
  return <td {...rest} className={classes('h-10 px-3 py-1.5', isFigure && 'text-end whitespace-nowrap', className)} />
}
