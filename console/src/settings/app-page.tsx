import type { NewAppAccount } from '@samvad/sdk'
import { appGroups } from '../app/account-kinds.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { AccountPage } from './account-page.tsx'
import { words } from './channels-words.ts'
import { EnterThere } from './enter-there.tsx'

export function AppPage() {
  const w = useWords(words)
  return (
    <AccountPage
      channel="app"
      groups={appGroups}
      retrieve={() => api.channels.app.retrieve()}
      set={(body) => api.channels.app.set(body as unknown as NewAppAccount)}
      remove={() => api.channels.app.remove()}
      test={() => api.channels.app.test()}
      stored={(account) => account}
      hasSecrets={(account) => [
        ...(account.has_access_token ? ['access_token'] : []),
        ...(account.has_app_secret ? ['app_secret'] : []),
      ]}
    >
      {({ callback_url, verify_token }) => (
        <EnterThere
          values={[
            [w.callbackUrl, callback_url],
            [w.verifyToken, verify_token],
          ]}
          hint={w.metaFields}
        />
      )}
    </AccountPage>
  )
}
