// Search results, chosen by mouse, touch or keyboard: the box keeps the focus, the arrow keys move the active option,
// and Enter chooses it (ARIA: a combobox with a listbox).

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useState,
} from 'react'
import { PageLink } from '../app/page-link.tsx'
import { classes } from './classes.ts'

interface Found {
  listId: string
  /** The DOM id of the active option. */
  active: string | null
  setActive(active: string | null): void
  setShown(isShown: boolean): void
}

const FoundContext = createContext<Found | null>(null)

const optionsIn = (listId: string): HTMLElement[] => [
  ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role=option]') ?? []),
]

/** `<Input {...box} />` with `<FoundList found={found}>`. */
export function useFound() {
  const listId = useId()
  const [isShown, setShown] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const options = optionsIn(listId)
    const place = options.findIndex(({ id }) => id === active)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      const next = place < 0 ? (by > 0 ? 0 : options.length - 1) : (place + by + options.length) % options.length
      const option = options[next]
      event.preventDefault()
      if (!option) return
      option.scrollIntoView({ block: 'nearest' })
      setActive(option.id)
    } else if (event.key === 'Enter' && isShown) {
      // Without an active option nothing is chosen: the results may still be those of another text.
      event.preventDefault()
      options[place]?.click()
    }
  }
  const box = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': isShown ? listId : undefined,
    'aria-activedescendant': (isShown && active) || undefined,
    onInput: () => setActive(null),
    onKeyDown,
  } as const
  return { box, found: { listId, active, setActive, setShown } }
}

interface FoundListProps {
  found: Found
  label: string
  className?: string
  children: ReactNode
}

export function FoundList({ found, label, className, children }: FoundListProps) {
  const { listId, active, setActive, setShown } = found
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [setShown])
  // The active option may not be among newer results.
  useEffect(() => {
    if (active !== null && !document.getElementById(active)) setActive(null)
  })
  return (
    <FoundContext value={found}>
      <div id={listId} role="listbox" aria-label={label} className={className}>
        {children}
      </div>
    </FoundContext>
  )
}

/** Results of one kind. */
export function FoundGroup({ title, children }: { title: string; children: ReactNode[] | undefined }) {
  if (!children || children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox owns groups and options alone
    <div role="group" aria-label={title}>
      <div aria-hidden className="px-3 pt-3 pb-1 text-small font-medium text-soft">
        {title}
      </div>
      {children}
    </div>
  )
}

function useOption(value: string, className: string | undefined) {
  const found = use(FoundContext)
  const id = `${found?.listId}-${value}`
  const isActive = found?.active === id
  return {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: classes('touch w-full text-start hover:bg-hover', isActive && 'bg-hover', className),
  } as const
}

interface OptionProps extends Omit<ComponentProps<'button'>, 'value' | 'onClick'> {
  /** Its id among the results. */
  value: string
  onChoose: () => void
}

export const FoundOption = ({ value, onChoose, className, ...rest }: OptionProps) => (
  <button type="button" {...rest} {...useOption(value, className)} onClick={onChoose} />
)

/** A result that is a page: it can also be opened in another tab. */
export const FoundLink = ({ value, className, ...rest }: ComponentProps<typeof PageLink> & { value: string }) => (
  <PageLink {...rest} {...useOption(value, className)} />
)

const ROW_LINK = 'tbody tr > td a[href]'

/** For a search box above a table: arrow down moves the focus to its first row. `Table` moves it from row to row. */
export function intoTable(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
  const first = document.querySelector<HTMLElement>(`#page ${ROW_LINK}`)
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** Arrow keys on a row's link go to that of the next row; up from the first one, back to the search box. */
export function alongRows(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = event.target instanceof HTMLAnchorElement ? event.target.closest('tr') : null
  if (by === 0 || !row) return
  const links = [...event.currentTarget.querySelectorAll('tbody tr')].flatMap(
    (one) => one.querySelector('a[href]') ?? [],
  )
  const place = links.findIndex((one) => row.contains(one))
  const next = links[place + by] ?? (by < 0 ? document.querySelector('#page input[type=search]') : null)
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}
