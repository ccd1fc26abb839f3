import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Page } from '../design/page.tsx'
import { StarterGrid } from './starter-grid.tsx'
import { words } from './words.ts'

export function NewFormPage() {
  const w = useWords(words)
  return (
    <Page title={w.newTitle}>
      <Allowed anyOf={['forms.manage']}>
        <p className="mb-4 max-w-prose text-soft">{w.newDetail}</p>
        <StarterGrid />
      </Allowed>
    </Page>
  )
}
