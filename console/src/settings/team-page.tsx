import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Section } from '../design/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'
import { words } from './team-words.ts'

export function TeamPage() {
  const w = useWords(words)
  const may = useMay()
  const [isInviting, setInviting] = useState(false)
  const mayManage = may('users.manage')
  return (
    <SettingsPage
      actions={
        mayManage && (
          <Button look="primary" icon={<UserPlus aria-hidden className="size-4" />} onPress={() => setInviting(true)}>
            {w.invite}
          </Button>
        )
      }
    >
      <Allowed anyOf={['users.view']}>
        <Section title={w.members}>
          <TeamMembers />
        </Section>
        {mayManage && (
          <Section title={w.invitations}>
            <TeamInvitations />
          </Section>
        )}
      </Allowed>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}
