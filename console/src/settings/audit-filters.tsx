import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { usePeople } from '../app/people.tsx'
import { Field, Input, Select } from '../design/field.tsx'
import { RangeFilter } from '../design/range.tsx'
import { auditActions } from './audit-actions.ts'
import { actionWords, words } from './audit-words.ts'
import type { AuditFilter } from './routes.tsx'

/** The filters are part of the URL. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const w = useWords(words)
  const go = useGo()
  const people = usePeople()
  const choose = (change: AuditFilter) => {
    const kept = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '')
    go('settings/audit', { search: Object.fromEntries(kept), replace: true })
  }
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <Field label={w.what} className="w-56">
        <Select value={filter.action ?? ''} onChange={({ target }) => choose({ action: target.value })}>
          <option value="">{w.all}</option>
          {auditActions.map((action) => (
            <option key={action} value={action}>
              {actionWords(w, action)}
            </option>
          ))}
        </Select>
      </Field>
      {people.length > 0 && (
        <Field label={w.who} className="w-44">
          <Select value={filter.user_id ?? ''} onChange={({ target }) => choose({ user_id: target.value })}>
            <option value="">{w.everybody}</option>
            {people.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {display_name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <RangeFilter range={filter} labels={w} onChange={choose} className="w-36" />
      <Field label={w.object} className="w-56">
        <Input
          key={filter.object ?? ''}
          defaultValue={filter.object ?? ''}
          placeholder="user_…"
          spellCheck={false}
          onBlur={({ target }) =>
            target.value.trim() !== (filter.object ?? '') && choose({ object: target.value.trim() })
          }
          onKeyDown={(event) => event.key === 'Enter' && choose({ object: event.currentTarget.value.trim() })}
        />
      </Field>
    </div>
  )
}
