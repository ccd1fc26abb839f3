import type { EmailAccount, NewEmailAccount } from '@samvad/sdk'
import { emailGroups } from '../app/account-kinds.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { AccountPage } from './account-page.tsx'
import { words } from './channels-words.ts'
import { EnterThere } from './enter-there.tsx'

const hasSecrets = ({ has_password, inbound }: EmailAccount) => [
  ...(has_password ? ['password'] : []),
  ...(inbound?.has_signing_key ? ['inbound.signing_key'] : []),
]

export function EmailPage() {
  const w = useWords(words)
  return (
    <AccountPage
      channel="email"
      groups={emailGroups}
      retrieve={() => api.channels.email.retrieve()}
      set={(body) => api.channels.email.set(body as unknown as NewEmailAccount)}
      remove={() => api.channels.email.remove()}
      test={() => api.channels.email.test()}
      stored={(account) => account}
      hasSecrets={hasSecrets}
    >
      {({ inbound }) => (
        <EnterThere
          values={[[w.callbackUrl, inbound?.callback_url ?? null]]}
          hint={inbound?.provider === 'mailgun' ? w.mailgunMime : undefined}
        />
      )}
    </AccountPage>
  )
}
