import { useWords } from '../app/language.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

/** The pages of contacts. */
export function ContactTabs() {
  const w = useWords(words)
  const may = useMay()
  const { organization } = useSession()
  const to = (page: string) => `/${organization.id}/contacts${page}`
  return (
    <Tabs
      label={w.tabs}
      tabs={[
        { to: to(''), label: w.all, isExact: true },
        { to: to('/lists'), label: w.lists },
        ...(may('groups.view') ? [{ to: to('/groups'), label: w.groups }] : []),
        { to: to('/imports'), label: w.imports },
        { to: to('/suppressions'), label: w.suppressions },
        { to: to('/exports'), label: w.exports },
      ]}
    />
  )
}
