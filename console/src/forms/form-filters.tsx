import { useState } from 'react'
import { formStatusWords } from '../app/form-status-words.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Input } from '../design/field.tsx'
import { FilterSelect } from '../design/filter-select.tsx'
import { intoTable } from '../design/found.tsx'
import { type FormFilter, formStatuses, readFormFilter } from './known.ts'
import { words } from './words.ts'

export function FormFilters({ filter }: { filter: FormFilter }) {
  const w = useWords(words)
  const { statuses } = useWords(formStatusWords)
  const go = useGo()
  const set = (change: Record<string, string>) =>
    go('forms', { search: { ...readFormFilter({ ...filter, ...change }) }, replace: true })
  return (
    <search aria-label={w.filters} className="mb-3 flex flex-wrap items-center gap-2">
      <Name key={filter.name ?? ''} found={filter.name ?? ''} onFind={(name) => set({ name })} />
      <FilterSelect
        label={w.status}
        all={`${w.status}: ${w.any}`}
        value={filter.status}
        options={formStatuses.map((one) => [one, statuses[one]])}
        onChoose={(status) => set({ status })}
        className="w-44 grow sm:grow-0"
      />
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" onPress={() => go('forms')}>
          {w.clear}
        </Button>
      )}
    </search>
  )
}

function Name({ found, onFind }: { found: string; onFind: (name: string) => void }) {
  const w = useWords(words)
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
        aria-label={w.find}
        placeholder={w.find}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={find}
      />
    </form>
  )
}
