import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Page } from '../design/page.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { words } from './words.ts'

export function NewTemplatePage() {
  const w = useWords(words)
  return (
    <Page title={w.newTitle}>
      <Allowed anyOf={['templates.manage']}>
        <TemplateEditor />
      </Allowed>
    </Page>
  )
}
