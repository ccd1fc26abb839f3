import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Page } from '../design/page.tsx'
import { words } from './words.ts'

export function NewCampaignPage() {
  const w = useWords(words)
  return (
    <Page title={w.newTitle}>
      <Allowed anyOf={['campaigns.manage']}>{null}</Allowed>
    </Page>
  )
}
