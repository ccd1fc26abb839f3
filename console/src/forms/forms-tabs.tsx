import { useWords } from '../app/language.tsx'
import { Tabs } from '../design/tabs.tsx'
import { words } from './words.ts'

/** Tabs: forms, and their domains. */
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
