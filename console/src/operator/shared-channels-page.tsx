import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { buttonLook } from '../design/button.tsx'
import { Section } from '../design/page.tsx'
import { OperatorPage } from './operator-page.tsx'
import { SharedApp } from './shared-app.tsx'
import { SharedSms } from './shared-sms.tsx'
import { words } from './shared-words.ts'

/** Accounts for organizations without their own, and the link to their unassigned messages. */
export function SharedChannelsPage() {
  const w = useWords(words)
  return (
    <OperatorPage>
      <SharedApp />
      <SharedSms />
      <Section title={w.quarantine} description={w.quarantineDetail}>
        <PageLink page="operator/waiting" search={{ kind: 'quarantined' }} className={buttonLook('plain')}>
          {w.openWaiting}
        </PageLink>
      </Section>
    </OperatorPage>
  )
}
