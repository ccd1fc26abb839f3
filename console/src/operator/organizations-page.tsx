import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useGo } from '../app/page-link.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../design/button.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { intoTable } from '../design/found.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { CreateOrganization } from './create-organization.tsx'
import { useOrganizations } from './data.ts'
import { OperatorPage } from './operator-page.tsx'
import { OrganizationTable } from './organization-table.tsx'
import { words } from './organization-words.ts'
import { type OrganizationSearch, organizationsRoute } from './routes.tsx'

const TYPING_MS = 250

export function OrganizationsPage() {
  const w = useWords(words)
  const [isCreating, setCreating] = useState(false)
  return (
    <OperatorPage
      actions={
        <Button look="primary" onPress={() => setCreating(true)}>
          {w.create}
        </Button>
      }
    >
      <Organizations onCreate={() => setCreating(true)} />
      {isCreating && <CreateOrganization onClose={() => setCreating(false)} />}
    </OperatorPage>
  )
}

function Organizations({ onCreate }: { onCreate: () => void }) {
  const w = useWords(words)
  const go = useGo()
  const search = organizationsRoute.useSearch()
  const list = useOrganizations(search)
  const show = (next: OrganizationSearch) => go('operator/organizations', { search: { ...next }, replace: true })
  const isFiltered = search.q !== undefined || search.filter !== undefined
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Search search={search} onShow={show} />
        <Field label={w.filter} isLabelHidden className="w-48">
          <Select
            value={search.filter ?? ''}
            onChange={({ target }) =>
              show({
                ...(search.q !== undefined && { q: search.q }),
                ...(target.value !== '' && { filter: target.value as NonNullable<OrganizationSearch['filter']> }),
              })
            }
          >
            {Object.entries(w.filters).map(([filter, name]) => (
              <option key={filter} value={filter}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Panel>
        <Listed
          list={list}
          empty={
            isFiltered ? (
              <Empty
                icon={<Building2 />}
                title={w.noMatch}
                action={<Button onPress={() => show({})}>{w.showAll}</Button>}
              >
                {w.noMatchDetail}
              </Empty>
            ) : (
              <Empty icon={<Building2 />} title={w.none} action={<Button onPress={onCreate}>{w.create}</Button>} />
            )
          }
        >
          {(rows) => <OrganizationTable rows={rows} />}
        </Listed>
      </Panel>
    </>
  )
}

interface SearchProps {
  search: OrganizationSearch
  onShow: (search: OrganizationSearch) => void
}

/** Searches while typing; the search text is in the URL. */
function Search({ search: { q = '', filter }, onShow }: SearchProps) {
  const w = useWords(words)
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useShortcuts([{ keys: '/', label: w.search, run: () => input.current?.focus() }])
  // The URL changed: by the back button, or by showing all.
  if (q !== shown) {
    setShown(q)
    if (q !== text.trim()) setText(q)
  }
  const look = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    const next = value.trim()
    timer.current = setTimeout(() => onShow({ ...(next !== '' && { q: next }), ...(filter && { filter }) }), TYPING_MS)
  }
  return (
    <Field label={w.search} isLabelHidden className="w-full sm:w-72">
      <Input
        ref={input}
        type="search"
        onKeyDown={intoTable}
        value={text}
        placeholder={w.search}
        onChange={({ target }) => look(target.value)}
      />
    </Field>
  )
}
