import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

/** The tabs of the contact pages. */
export function ContactTabs() {
  const w = useWords(words)
  const may = useMay()
  return (
    <Tabs
      label={w.tabs}
      tabs={[
        { page: 'contacts', label: w.all, isExact: true },
        { page: 'contacts/lists', label: w.lists },
        { page: 'contacts/segments', label: w.segments },
        ...(may('groups.view') ? [{ page: 'contacts/groups', label: w.groups }] : []),
        { page: 'contacts/imports', label: w.imports },
        { page: 'contacts/suppressions', label: w.suppressions },
        { page: 'contacts/exports', label: w.exports },
      ]}
    />
  )
}
