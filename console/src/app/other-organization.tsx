import { Building2 } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useWords } from './language.tsx'
import { NotHereAlone } from './not-here.tsx'
import { switchOrganization } from './organization-switch.ts'
import { useSession } from './session.ts'
import { words } from './words.ts'

/** Shown for a page of an organization other than the session's. */
export function OtherOrganization({ organizationId }: { organizationId: string }) {
  const w = useWords(words)
  const { organization, organizations } = useSession()
  const other = organizations.find(({ id }) => id === organizationId)
  if (!other) return <NotHereAlone />
  return (
    <main>
      <Empty
        isPage
        icon={<Building2 />}
        title={w.otherOrganization(other.name)}
        action={
          <Button look="primary" onPress={() => switchOrganization(other.id)}>
            {w.switchTo(other.name)}
          </Button>
        }
      >
        {w.otherOrganizationDetail(organization.name)}
      </Empty>
    </main>
  )
}
