import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../../app/act.ts'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { Button } from '../../design/button.tsx'
import { saveResponse } from '../../design/download.ts'
import { Field, Input, Select } from '../../design/field.tsx'
import { intoTable } from '../../design/found.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { RangeFilter } from '../../design/range.tsx'
import { type ShownForm, submissionsFile } from '../data.ts'
import { readSubmissionSearch, type SubmissionFilter, submissionStates } from '../known.ts'
import { submissionWords } from './submission-words.ts'

interface SubmissionFiltersProps {
  form: ShownForm
  filter: SubmissionFilter
}

export function SubmissionFilters({ form, filter }: SubmissionFiltersProps) {
  const w = useWords(submissionWords)
  const go = useGo()
  const attempt = useAttempt()
  const page = `forms/${form.id}/submissions`
  const set = (change: Record<string, string>) =>
    go(page, { search: { ...readSubmissionSearch({ ...filter, ...change }) }, replace: true })
  const download = (kind: 'csv' | 'xlsx') =>
    void attempt(async () => saveResponse(await submissionsFile(form.id, filter, kind), `${form.slug}.${kind}`)).catch(
      () => {},
    )
  return (
    <search aria-label={w.filters} className="mb-3 flex flex-wrap items-end gap-2">
      <Words key={filter.q ?? ''} found={filter.q ?? ''} onFind={(q) => set({ q })} />
      <Field label={w.state} className="w-36">
        <Select value={filter.state ?? ''} onChange={({ target }) => set({ state: target.value })}>
          <option value="">{w.any}</option>
          {submissionStates.map((one) => (
            <option key={one} value={one}>
              {w.states[one]}
            </option>
          ))}
        </Select>
      </Field>
      <RangeFilter range={filter} labels={w} onChange={(days) => set({ ...days })} className="w-36" />
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" onPress={() => go(page)}>
          {w.clear}
        </Button>
      )}
      <span className="ms-auto">
        <Menu trigger={<Button icon={<Download aria-hidden className="size-4" />}>{w.download}</Button>}>
          <MenuItem onSelect={() => download('csv')}>CSV</MenuItem>
          <MenuItem onSelect={() => download('xlsx')}>{w.excel}</MenuItem>
        </Menu>
      </span>
    </search>
  )
}

function Words({ found, onFind }: { found: string; onFind: (words: string) => void }) {
  const w = useWords(submissionWords)
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
      <Field label={w.search}>
        <Input
          type="search"
          onKeyDown={intoTable}
          placeholder={w.searchHint}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={find}
        />
      </Field>
    </form>
  )
}
