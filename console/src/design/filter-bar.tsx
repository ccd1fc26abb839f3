import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Input } from './field.tsx'
import { intoTable } from './found.tsx'

interface FilterBarProps {
  label: string
  /** The label of the button that clears all filters. */
  clear: string
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
  /** Next to the filters, and also without any. */
  actions?: ReactNode
}

/** The filters above a table, with a button that clears them. */
export const FilterBar = ({ label, clear, isFiltered, onClear, children, actions }: FilterBarProps) => (
  <search aria-label={label} className="mb-3 flex flex-wrap items-center gap-2">
    {children}
    {isFiltered && (
      <Button look="quiet" onPress={onClear}>
        {clear}
      </Button>
    )}
    {actions}
  </search>
)

interface FilterTextProps {
  label: string
  found: string | undefined
  onFind: (text: string) => void
  maxLength?: number
}

/** A search text, applied with Enter and on leaving the field. */
export const FilterText = ({ found = '', ...rest }: FilterTextProps) => (
  <TypedText key={found} found={found} {...rest} />
)

function TypedText({ label, found = '', onFind, maxLength }: FilterTextProps) {
  const [text, setText] = useState(found)
  const find = () => text.trim() !== found && onFind(text.trim())
  return (
    <form
      className="w-full sm:w-60"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <Input
        type="search"
        onKeyDown={intoTable}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={find}
      />
    </form>
  )
}
