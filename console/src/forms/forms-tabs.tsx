import { useWords } from '../app/language.tsx'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

/** The lists of the noun: forms, and the domains that they open at. */
export function FormsTabs() {
  const w = useWords(words)
  return (
    <Tabs
      label={w.forms}
      tabs={[
        { page: 'forms', label: w.forms, isExact: true },
        { page: 'forms/domains', label: w.domains },
      ]}
    />
  )
}
